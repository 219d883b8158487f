"""What the server counts, for Prometheus. Each process counts for itself."""

from __future__ import annotations

from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from kozyr import __version__

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_NAMESPACE: Final = "kozyr"
_ACK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_LAG: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    """The metrics of one process."""

    def __init__(self, process: str = "") -> None:
        self.process = process
        self.registry = registry = CollectorRegistry()
        self.tables_live = Gauge("tables_live", "Tables held in memory", namespace=_NAMESPACE, registry=registry)
        self.connections = Gauge("connections", "Open WebSocket connections", namespace=_NAMESPACE, registry=registry)
        self.moves = Counter("moves", "Moves made, by game", ["game"], namespace=_NAMESPACE, registry=registry)
        self.ack_seconds = Histogram(
            "ack_seconds",
            "From a move's arrival until it was stored",
            buckets=_ACK,
            namespace=_NAMESPACE,
            registry=registry,
        )
        self.loop_lag_seconds = Histogram(
            "loop_lag_seconds", "How late the event loop was", buckets=_LAG, namespace=_NAMESPACE, registry=registry
        )
        self.worker_restarts = Counter(
            "worker_restarts", "Workers for bots and the hut started anew", namespace=_NAMESPACE, registry=registry
        )
        self.storage_errors = Counter(
            "storage_errors", "Operations that the database did not do", namespace=_NAMESPACE, registry=registry
        )
        self.refused = Counter(
            "refused_messages",
            "Messages refused, by the code of the refusal",
            ["code"],
            namespace=_NAMESPACE,
            registry=registry,
        )

        Gauge(
            "process_info",
            "Which of the server's processes has answered",
            ["process", "version"],
            namespace=_NAMESPACE,
            registry=registry,
        ).labels(process=process, version=__version__).set(1)
        self._restarts = 0

    def count_restarts(self, so_far: int) -> None:
        """Take note of how many workers have been replaced since the process began."""
        self.worker_restarts.inc(max(0, so_far - self._restarts))
        self._restarts = max(so_far, self._restarts)

    def text(self) -> bytes:
        """All of them in Prometheus's format."""
        return generate_latest(self.registry)
