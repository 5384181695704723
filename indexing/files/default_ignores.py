"""What is left out of every index unless a `.gitignore` or `.citelineignore` says otherwise (`!pattern`).

One visible ordered table. Patterns are written as in `.gitignore` and matched without regard to case. Nothing is
dropped in silence: each file or folder left out is reported with the reason that stands here.
"""

from __future__ import annotations

from typing import Final

from citeline.dataclass import dataclass

from .ignoring import IgnoreFile


@dataclass(frozen=True, slots=True)
class DefaultIgnore:
    """One row of the table."""

    reason: str
    patterns: str
    """Separated by spaces."""
    beside: str = ""
    """Names or `*.suffix`, one of which must lie in the same folder: `target` is build output beside `Cargo.toml`."""


NEVER_READ: Final[tuple[DefaultIgnore, ...]] = (
    # No ignore file can bring these back: an index is copied, cached and shown to models more freely than its sources.
    DefaultIgnore("version control data", ".git .hg/ .svn/ .jj/ .bzr/ CVS/ _darcs/ .pijul/"),
    DefaultIgnore(
        "secrets",
        ".env* *.env !.env*.example !.env*.sample !.env*.template !.env*.dist !*.example.env !*.sample.env "
        ".netrc _netrc .pgpass .my.cnf .mylogin.cnf .pypirc .npmrc .htpasswd .git-credentials .dockercfg "
        ".dockerconfigjson .s3cfg .boto .vault-token .terraformrc .ssh/ .gnupg/ .aws/ .azure/ .kube/ "
        "*.tfstate *.tfstate.* *.kdbx *.kdb *.keychain *.keychain-db *.keytab *.ovpn",
    ),
    DefaultIgnore(
        "credentials",
        # Folders of these names hold code about credentials.
        "credentials !credentials/ kubeconfig !kubeconfig/ *.kubeconfig kubeconfig.yaml kubeconfig.yml "
        "credentials.json application_default_credentials.json client_secret*.json gha-creds-*.json "
        "service-account*.json service_account*.json *-service-account.json *firebase-adminsdk*.json",
    ),
    DefaultIgnore(
        "history of commands",
        ".bash_history .zsh_history .sh_history .python_history .psql_history .mysql_history .sqlite_history "
        ".node_repl_history .rediscli_history",
    ),
    DefaultIgnore(
        "keys and certificates",
        "*.pem *.key *.p12 *.pkcs12 *.pfx *.p8 *.pk8 *.jks *.bks *.keystore *.ppk *.gpg *.der *.crt *.cer *.csr "
        "id_rsa* id_dsa* id_ecdsa* id_ed25519* ssh_host_*_key*",
    ),
)

DEFAULT_IGNORES: Final[tuple[DefaultIgnore, ...]] = (
    DefaultIgnore("installed packages", "node_modules/ bower_components/ jspm_packages/ .pnpm-store/ site-packages/"),
    DefaultIgnore("installed packages", "vendor/", beside="go.mod composer.json Gemfile"),
    DefaultIgnore("installed packages", "Pods/", beside="Podfile"),
    DefaultIgnore("installed packages", "deps/", beside="mix.exs"),
    DefaultIgnore("virtual environment", ".venv/ venv/ virtualenv/ .virtualenv/ .conda/"),
    DefaultIgnore(
        "tool cache",
        "__pycache__/ .mypy_cache/ .pytest_cache/ .ruff_cache/ .hypothesis/ .tox/ .nox/ .cache/ .parcel-cache/ .turbo/ "
        ".gradle/ .terraform/ .ipynb_checkpoints/ .sass-cache/ .eslintcache .stack-work/ .dart_tool/ .angular/ .nx/ "
        "elm-stuff/ zig-cache/ .zig-cache/ DerivedData/ .eggs/ .coverage htmlcov/ .nyc_output/",
    ),
    DefaultIgnore("build output", "dist/ .next/ .nuxt/ .svelte-kit/ .output/ dist-newstyle/ *.egg-info/ *.dSYM/"),
    DefaultIgnore(
        "build output",
        "build/",
        beside="package.json setup.py setup.cfg pyproject.toml build.gradle build.gradle.kts CMakeLists.txt",
    ),
    DefaultIgnore("build output", "target/", beside="Cargo.toml pom.xml build.sbt project.clj"),
    DefaultIgnore("build output", "out/", beside="package.json build.gradle build.gradle.kts build.sbt foundry.toml"),
    DefaultIgnore("build output", "bin/ obj/", beside="*.csproj *.fsproj *.vbproj *.sln"),
    DefaultIgnore("build output", ".build/", beside="Package.swift"),
    DefaultIgnore("build output", "_build/", beside="mix.exs dune-project conf.py"),
    DefaultIgnore(
        "editor and system files", ".idea/ .vs/ .DS_Store Thumbs.db desktop.ini *.swp *.swo *~ *.iml ~$* .~lock.*"
    ),
    DefaultIgnore("minified or bundled", "*.min.js *.min.mjs *.min.css *.bundle.js *.chunk.js *.map"),
    DefaultIgnore(
        # Thousands of lines that repeat names and hashes: they win lexical searches and never answer one.
        "lock file",
        "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock "
        "poetry.lock pdm.lock uv.lock pixi.lock Pipfile.lock conda-lock.yml Cargo.lock Gemfile.lock composer.lock "
        "go.sum go.work.sum mix.lock pubspec.lock Podfile.lock Package.resolved packages.lock.json "
        "gradle.lockfile flake.lock .terraform.lock.hcl",
    ),
    DefaultIgnore("log", "*.log"),
    DefaultIgnore(
        "image",
        "*.png *.jpg *.jpeg *.gif *.bmp *.ico *.icns *.webp *.avif *.heic *.tif *.tiff *.psd *.svg *.eps *.xcf "
        "*.dds *.tga",
    ),
    DefaultIgnore("sound", "*.mp3 *.wav *.ogg *.flac *.aac *.m4a *.opus *.mid"),
    DefaultIgnore("film", "*.mp4 *.mkv *.avi *.mov *.webm *.wmv *.m4v *.flv"),
    DefaultIgnore("font", "*.ttf *.otf *.woff *.woff2 *.eot *.pfb"),
    DefaultIgnore(
        "archive",
        "*.zip *.tar *.gz *.tgz *.bz2 *.xz *.zst *.7z *.rar *.jar *.war *.ear *.whl *.egg *.deb *.rpm *.dmg *.iso "
        "*.apk *.nupkg *.cab *.br *.lz4",
    ),
    DefaultIgnore(
        "compiled code",
        "*.pyc *.pyo *.pyd *.class *.o *.obj *.a *.lib *.so *.dylib *.dll *.exe *.wasm *.elc *.beam *.rlib *.rmeta "
        "*.pdb *.dex *.node *.ko",
    ),
    DefaultIgnore(
        "data that is not text",
        "*.sqlite *.sqlite3 *.db *.mdb *.orc *.avro *.npy *.npz *.pkl *.pickle *.joblib "
        "*.h5 *.hdf5 *.onnx *.pt *.pth *.ckpt *.safetensors *.gguf *.tflite *.bin",
    ),
)

FOLDER_MARKERS: Final[tuple[tuple[str, str], ...]] = (
    ("pyvenv.cfg", "virtual environment"),
    ("CACHEDIR.TAG", "tool cache"),
)
"""A file that tells what the folder around it is, whatever the folder's name."""


class DefaultRules:
    """Some rows of the table, compiled."""

    __slots__ = ("_patterns", "_rules")

    def __init__(self, rows: tuple[DefaultIgnore, ...]) -> None:
        self._patterns = [(row, pattern) for row in rows for pattern in row.patterns.split()]
        self._rules = IgnoreFile(pattern.lower() for _, pattern in self._patterns)

    def speak_of(self, name: str, *, is_folder: bool) -> bool:
        """Whether any pattern matches the name, also one that keeps it."""
        name = name.lower()
        return self._rules.find(name, name, is_folder=is_folder) is not None

    def find(self, name: str, *, is_folder: bool) -> tuple[DefaultIgnore, str] | None:
        """The row and pattern that leave the name out; None if it is kept. `beside` is not looked at."""
        name = name.lower()
        decisive = self._rules.find(name, name, is_folder=is_folder)
        return None if decisive is None or decisive.negated else self._patterns[decisive.line - 1]


def lies_beside(row: DefaultIgnore, names: frozenset[str]) -> bool:
    """Whether one of the row's neighbours is among the names of the folder; always true for a row without any."""
    if not row.beside:
        return True
    return any(
        any(name.endswith(wanted[1:]) for name in names) if wanted.startswith("*") else wanted in names
        for wanted in row.beside.split()
    )
