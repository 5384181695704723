"""Tokens that say whose they are: prefixes that vendors publish so that scanners find leaked tokens.

Only those that detect-secrets 1.5 does not know, or knows in an older form. One visible table.
"""

from __future__ import annotations

from typing import Final

from citeline.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Prefix:
    """A family of tokens."""

    kind: str
    """As it is named in the marker."""
    starts: str
    """Separated by spaces; regular expressions."""

    @property
    def beginning(self) -> str:
        """The pattern of the prefix."""
        return rf"\b(?:{'|'.join(self.starts.split())})"

    @property
    def pattern(self) -> str:
        """The pattern of a whole token: at least 20 characters after the prefix, as all of these have.

        Those characters are its group 1.
        """
        return rf"{self.beginning}([A-Za-z0-9_\-]{{20,}})"


PREFIXES: Final[tuple[Prefix, ...]] = (
    # The detector of detect-secrets takes any class named `APE…` for one.
    Prefix("artifactory-token", "AKC"),
    Prefix("google-key", r"AIza GOCSPX- ya29\."),
    Prefix("github-token", "github_pat_ gh[pousr]_"),
    Prefix("openai-key", "sk-(?:proj|svcacct|admin)-"),
    Prefix("anthropic-key", "sk-ant-"),
    Prefix("model-host-key", "hf_ gsk_ xai- pplx- r8_ sk-or-v1- nvapi-"),
    Prefix("npm-token", "npm_"),
    Prefix("rubygems-token", "rubygems_"),
    Prefix("docker-token", "dckr_pat_"),
    Prefix("cloud-token", r"do[opr]_v1_ hv[sbr]\. dapi pul- tskey-(?:auth|api|client)- nfp_ pscale_(?:tkn|pw)_"),
    Prefix("slack-token", r"xox[a-z]-\d*-? xapp-\d-"),
    Prefix("stripe-key", "[rs]k_test_ [rs]k_live_ whsec_"),
    Prefix("shop-token", "shp(?:at|ca|pa|ss)_ sq0atp- EAAA"),
    Prefix("monitoring-token", "glsa_ glc_ sntrys_ sntryu_ NRAK- phx_"),
    Prefix("office-token", "ATATT3 ATCTT3 ATBB lin_api_ PMAK- secret_ ntn_ figd_"),
    Prefix("age-key", "AGE-SECRET-KEY-1"),
    # Base64 of `-----BEGIN`: how Kubernetes writes keys.
    Prefix("private-key", "LS0tLS1CRUdJTi"),
)
