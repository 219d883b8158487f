"""The metrics have the names that dashboards know, and each process its own."""

from kozyr.server.metrics import Metrics


def test_the_metrics_are_these() -> None:
    metrics = Metrics()
    metrics.moves.labels(game="kozel").inc()
    metrics.refused.labels(code="not_your_turn").inc(2)
    metrics.ack_seconds.observe(0.003)
    metrics.connections.inc()
    text = metrics.text().decode()
    names = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    assert {name for name in names if not name.endswith("_created")} == {
        "kozyr_tables_live",
        "kozyr_connections",
        "kozyr_moves_total",
        "kozyr_ack_seconds",
        "kozyr_loop_lag_seconds",
        "kozyr_worker_restarts_total",
        "kozyr_storage_errors_total",
        "kozyr_refused_messages_total",
        "kozyr_process_info",
    }
    assert 'kozyr_moves_total{game="kozel"} 1.0' in text
    assert 'kozyr_refused_messages_total{code="not_your_turn"} 2.0' in text
    assert 'kozyr_ack_seconds_bucket{le="0.005"} 1.0' in text


def test_two_processes_in_one_do_not_meet() -> None:
    first, second = Metrics(), Metrics()
    first.connections.inc()
    assert b"kozyr_connections 0.0" in second.text()
