"""Files that are secrets as a whole, which are never read, and files whose names only sound like it."""

from pathlib import Path

from citeline.indexing.files.walk import walk

# fmt: off
SECRET = [
    "id_rsa", "id_ed25519", "deploy/id_ecdsa", "server.pem", "tls.key", "store.p12", "app.pfx", "AuthKey.p8",
    "release.keystore", "debug.jks", "putty.ppk", ".env", ".env.local", "prod.env", ".envrc", ".netrc", ".npmrc",
    ".pypirc", ".pgpass", ".htpasswd", ".git-credentials", ".dockercfg", ".my.cnf", ".s3cfg", ".aws/credentials",
    "credentials", "credentials.json", "deploy/credentials.json", "application_default_credentials.json",
    "client_secret_1234.apps.example.com.json", "service-account.json", "my-service-account.json",
    "shop-firebase-adminsdk-x1.json", "gha-creds-0a1b.json", "kubeconfig", "dev.kubeconfig", "kubeconfig.yaml",
    ".kube/config", ".ssh/config", "ssh_host_rsa_key", "terraform.tfstate", "vault.kdbx", "login.keychain",
    "host.keytab", "office.ovpn", ".vault-token", ".bash_history", ".psql_history",
]
ORDINARY = [
    ".env.example", "credentials/store.py", "kubeconfig/load.go", "kubeconfig.go", "credentials.py", "secrets.py",
    "key.py", "keys.md", "env.py", "history.md", "client_secret.py", "service_account.go", "tokens.json",
    "password_reset.html", "auth.json",
]
# fmt: on


def test_secret_files_are_never_read_and_the_others_are(tmp_path: Path) -> None:
    for number, name in enumerate([*SECRET, *ORDINARY]):
        file = tmp_path / f"part{number}" / name
        file.parent.mkdir(parents=True)
        file.write_text("x = 1\n")
    walked = walk(tmp_path, max_file_bytes=1_000)
    assert {file.path.partition("/")[2] for file in walked.files} == set(ORDINARY)
    assert {skip.reason for skip in walked.skipped} == {"ignored"} and len(walked.skipped) == len(SECRET)
