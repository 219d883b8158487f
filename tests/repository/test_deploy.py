"""The examples of deploy/ are whole: every setting in them is one, and each file is what its reader takes."""

import ipaddress
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from kozyr.server.settings import OPTIONS, Settings, settings_of
from tests.repository.tracked import ROOT

DEPLOY = ROOT / "deploy"
ELSEWHERE = {"KOZYR_CACHE", "KOZYR_DOMAIN", "KOZYR_UPSTREAMS"}
UNITS = ["kozyr.service", "kozyr@.service"]


def environment_of(name: str) -> dict[str, str]:
    """The assignments of a file of variables."""
    lines = (DEPLOY / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def is_trusted(address: str, settings: Settings) -> bool:
    return any(ipaddress.ip_address(address) in network for network in settings.trusted_proxies)


def test_every_setting_in_it_is_one() -> None:
    known = {option.variable for option in OPTIONS} | ELSEWHERE
    for path in DEPLOY.iterdir():
        found = set(re.findall(r"KOZYR_[A-Z_]+", path.read_text(encoding="utf-8")))
        assert found <= known, path.name


def test_the_example_settings_are_settings() -> None:
    settings = settings_of({}, environment_of("kozyr.env"))
    assert settings.is_secure
    assert is_trusted("127.0.0.1", settings)
    assert not is_trusted("192.0.2.1", settings)


def test_the_containers_settings_are_settings() -> None:
    given = environment_of("compose.env")
    for name in ("server1", "server2"):
        service = compose()["services"][name]
        found = {
            key: re.sub(r"\$\{(\w+)[^}]*\}", lambda variable: given[variable[1]], value)
            for key, value in service["environment"].items()
        }
        settings = settings_of({}, found)
        assert settings.database == "postgresql://kozyr:change-me@database/kozyr"
        proxy = compose()["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
        assert is_trusted(proxy, settings)
        subnet = compose()["networks"]["inside"]["ipam"]["config"][0]["subnet"]
        assert ipaddress.ip_address(proxy) in ipaddress.ip_network(subnet)


def test_compose_uses_what_is_there() -> None:
    found = compose()
    services = found["services"]
    assert set(services) == {"server1", "server2", "database", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith("./") else source in found["volumes"]
    build = services["server1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert services["proxy"]["environment"]["KOZYR_UPSTREAMS"] == "server1:8765 server2:8765"
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_no_log_of_a_container_fills_the_disk() -> None:
    for name, service in compose()["services"].items():
        assert service["logging"]["driver"] == "local", name
        assert {"max-size", "max-file"} <= set(service["logging"]["options"]), name


def test_the_dockerfile_copies_what_is_there() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    sources = [word for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE) for word in line.split()]
    assert {"src", "pyproject.toml", "requirements/run.txt"} <= set(sources)
    assert [name for name in sources if not (ROOT / name).exists()] == []


def test_the_proxy_keeps_the_metrics_inside() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert re.search(r"@inside path /metrics\n\s+respond @inside 404", text)
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_takes_the_unit(unit: str, tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd here")
    text = (DEPLOY / unit).read_text(encoding="utf-8").replace("/opt/kozyr/bin/kozyr", "/bin/true")
    copy = tmp_path / unit.replace("@", "@8765")
    copy.write_text(text, encoding="utf-8")
    done = subprocess.run([program, "verify", str(copy)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS)
def test_the_unit_is_shut_in(unit: str) -> None:
    lines = (DEPLOY / unit).read_text(encoding="utf-8").splitlines()
    wanted = {"DynamicUser=yes", "ProtectSystem=strict", "ProtectHome=yes", "NoNewPrivileges=yes", "PrivateTmp=yes"}
    assert wanted <= set(lines)
