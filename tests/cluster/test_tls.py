"""A cluster that speaks TLS: as Dask does it, with the files that Dask's configuration names."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.gpu.remote import cluster
from gpuviz.cluster.remote_workers import RemoteWorkers
from gpuviz.messages import RequestRefused

pytest.importorskip("distributed", reason="the extra cluster is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates"),
]
VARIABLES = ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")


def certificate_in(folder: Path) -> tuple[Path, Path]:
    """One that vouches for itself, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    made = ("-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=gpuviz")
    files = ("-keyout", str(key), "-out", str(certificate))
    subprocess.run(["openssl", "req", "-x509", *made, *files], check=True, capture_output=True)
    return certificate, key


def test_who_has_the_certificate_is_let_in_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = certificate_in(tmp_path)
    files = (str(certificate), str(certificate), str(key))
    options = ("--tls-ca-file", "--tls-cert", "--tls-key")
    security = [word for pair in zip(options, files, strict=True) for word in pair]

    with cluster(options=(), security=security) as address:
        assert address.startswith("tls://")
        with RemoteWorkers(address) as stranger:
            stranger.start()
            with pytest.raises(RequestRefused) as refused:
                stranger.connected()
        for variable, file in zip(VARIABLES, files, strict=True):
            monkeypatch.setenv(f"DASK_DISTRIBUTED__COMM__TLS__{variable}", file)
        with RemoteWorkers(address) as known:
            known.start()
            survey = known.connected()

    assert refused.value.message.code == "cluster.nobody"
    assert len(survey.able) == 1
