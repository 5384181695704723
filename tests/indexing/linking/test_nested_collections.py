"""Calls on what is in collections of collections lead to the methods of the elements, in six languages.

Another type has a method of the same name in each, so that no edge is found by the name alone.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_GO = """package main
type Group struct{ Dir string }
func (g *Group) DirName() string { return g.Dir }
func (g *Group) Next() *Group { return g }
type Other struct{}
func (o *Other) DirName() string { return "" }
func (o *Other) Next() *Other { return o }
type Groups []*Group
type ByName map[string][]Group
type Holder struct{ groups map[string][]Group }
func made() map[string][]Group { return nil }
"""
_TYPESCRIPT = """export class Group { dirName(): string { return "" } }
export class Other { dirName(): string { return "" } }
"""
_JAVA = """package a;
class Group { String dirName() { return ""; } Group other() { return this; } }
class Other { String dirName() { return ""; } }
"""
_PYTHON = """class Group:
    def dir_name(self): return ""
class Other:
    def dir_name(self): return ""
"""
_RUST = """pub struct Group;
impl Group { pub fn dir_name(&self) {} }
pub struct Other;
impl Other { pub fn dir_name(&self) {} }
"""
_CSHARP = """namespace A;
public class Group { public string DirName() { return ""; } }
public class Other { public string DirName() { return ""; } }
"""
GO = """func go(m map[string][]Group) { m["x"][0].DirName() }
func go(m map[string][]Group) { for _, gs := range m { for _, g := range gs { g.DirName() } } }
func go(m []map[string]*Group) { for _, x := range m { x["a"].DirName() } }
func go(m [][]Group) { m[1][2].Next().DirName() }
func go(m map[[2]int][]Group) { m[k][2].DirName() }
func go(m map[string][]Group) { gs := m["x"][1:]; gs[0].DirName() }
func go(m map[string]map[string]*Group) { if g, ok := m["a"]["b"]; ok { g.DirName() } }
func go(many ...[]Group) { for _, gs := range many { gs[0].DirName() } }
func go(c chan []Group) { gs := <-c; gs[0].DirName() }
func go(c <-chan *Group) { for g := range c { g.DirName() } }
func go(c chan map[string][]*Group) { for m := range c { for _, gs := range m { gs[1].DirName() } } }
func go(c chan []Group) { select { case gs := <-c: gs[0].DirName() } }
func go() { m := map[string][]Group{}; m["x"][0].DirName() }
func go() { for _, g := range []*Group{{}, {}} { g.DirName() } }
func go() { m := make(map[string][]*Group); for _, gs := range m { gs[0].DirName() } }
func go() { c := make(chan *Group, 3); for g := range c { g.DirName() } }
func go() { x := append([]*Group{}, nil); x[0].DirName() }
func go(gs Groups) { for _, g := range gs { g.DirName() } }
func go(m map[string]Groups) { m["a"][0].DirName() }
func (m ByName) go() { for _, gs := range m { gs[0].DirName() } }
func (h *Holder) go() { for _, gs := range h.groups { for i := range gs { gs[i].DirName() } } }
func go() { for _, gs := range made() { gs[0].DirName() } }"""
TYPESCRIPT = """function go(m: Map<string, Group[]>) { m.get("x")![0].dirName() }
function go(m: Map<string, Group[]>) { m.get("x")?.[0]?.dirName() }
function go(m: Map<string, Group[]>) { for (const gs of m.values()) for (const g of gs) g.dirName() }
function go(m: Map<string, Group[]>) { for (const [k, gs] of m) gs[0].dirName() }
function go(m: Map<string, Group>) { for (const [k, g] of m.entries()) g.dirName() }
function go(m: Map<string, Group[]>) { m.forEach(gs => gs.forEach(g => g.dirName())) }
function go(m: Record<string, Group[]>) { for (const gs of Object.values(m)) gs[0].dirName() }
function go(m: Record<string, Group[]>) { for (const [k, gs] of Object.entries(m)) gs[0].dirName() }
function go(m: Map<string, Group[]>) { const gs = m.get("x") ?? []; for (const g of gs) g.dirName() }
function go(m: Group[][]) { m[0][1].dirName() }
function go(m: Group[][]) { m.flat()[0].dirName() }
function go(m: Map<string, Map<string, Group>>) { m.get("a")?.get("b")?.dirName() }
class Holder { groups = new Map<string, Group[]>(); go() { this.groups.get("x")![0].dirName() } }"""
JAVA = """void go(Map<String, List<Group>> m) { m.get("x").get(0).dirName(); }
void go(Map<String, List<Group>> m) { for (var gs : m.values()) for (var g : gs) g.dirName(); }
void go(Map<String, List<Group>> m) { m.computeIfAbsent("x", k -> new ArrayList<>()).get(0).dirName(); }
void go(List<List<Group>> m) { m.get(0).get(1).other().dirName(); }
void go(Group[][] m) { m[0][1].dirName(); }
void go(Map<String, Group[]> m) { m.get("x")[0].dirName(); }
void go(List<Group> m) { for (Iterator<Group> all = m.iterator(); all.hasNext();) all.next().dirName(); }
void go(Map<String, Group> m) { for (Map.Entry<String, Group> e : m.entrySet()) e.getValue().dirName(); }
void go(Map<String, List<Group>> m) { for (var e : m.entrySet()) e.getValue().get(0).dirName(); }
void go(List<Group> m) { m.stream().filter(g -> true).findFirst().get().dirName(); }
void go(Group... groups) { groups[0].dirName(); }"""
PYTHON = """def go(m: dict[str, list[Group]]): m["x"][0].dir_name()
def go(m: dict[str, list[Group]]): [g.dir_name() for gs in m.values() for g in gs]
def go(m: dict[str, list[Group]]): [g.dir_name() for k, gs in m.items() for g in gs]
def go(m: dict[str, Group]): [g.dir_name() for k, g in m.items()]
def go(m: list[dict[str, Group]]): m[0]["x"].dir_name()
def go(m: list[list[Group]]): [g.dir_name() for x, g in enumerate(m[0])]
def go(m: DefaultDict[str, List[Group]]): m["x"][1:][0].dir_name()
def go(m: Optional[dict[str, list[Group]]]): m.setdefault("x", []).pop().dir_name()
def go(*m: list[Group]): m[0][0].dir_name()"""
RUST = """fn go(m: &HashMap<String, Vec<Group>>) { m["x"][0].dir_name(); }
fn go(m: &HashMap<String, Vec<Group>>) { m.get("x").unwrap()[0].dir_name(); }
fn go(m: &HashMap<String, Vec<Group>>) { for gs in m.values() { for g in gs { g.dir_name(); } } }
fn go(m: &HashMap<String, Vec<Group>>) { for (k, gs) in m { for g in gs { g.dir_name(); } } }
fn go(m: &HashMap<String, Group>) { for (k, g) in m.iter() { g.dir_name(); } }
fn go(m: &HashMap<String, Vec<Group>>) { if let Some(gs) = m.get("x") { for g in gs { g.dir_name(); } } }
fn go(m: Vec<Vec<Group>>) { m.iter().for_each(|gs| gs.iter().for_each(|g| { g.dir_name(); })); }
fn go(m: Vec<Vec<Group>>) { for g in m.iter().flatten() { g.dir_name(); } }
fn go(m: &[&[Group]]) { m[0][1].dir_name(); }
fn go(m: [[Group; 3]; 4]) { m[0][1].dir_name(); }"""
CSHARP = """void Go(Dictionary<string, List<Group>> m) { m["x"][0].DirName(); }
void Go(Dictionary<string, List<Group>> m) { foreach (var gs in m.Values) foreach (var g in gs) g.DirName(); }
void Go(List<List<Group>> m) { m[0][1].DirName(); }
void Go(Group[][] m) { m[0][1].DirName(); }"""
LANGUAGES = {
    "go": (GO, _GO, "%s"),
    "ts": (TYPESCRIPT, _TYPESCRIPT, "%s"),
    "java": (JAVA, _JAVA, "class Held {\n%s\n}"),
    "py": (PYTHON, _PYTHON, "%s"),
    "rs": (RUST, _RUST, "%s"),
    "cs": (CSHARP, _CSHARP, "public class Held {\n%s\n}"),
}


@pytest.mark.parametrize(
    ("ending", "body"), [(ending, line) for ending, (lines, _, _) in LANGUAGES.items() for line in lines.splitlines()]
)
def test_calls_on_elements_of_collections_in_collections(ending: str, body: str, tmp_path: Path) -> None:
    _, types, around = LANGUAGES[ending]
    with LinkedCorpus(tmp_path, {f"a.{ending}": f"{types}{around % body}\n"}) as corpus:
        found = {edge.split()[-1].rpartition(":")[2] for edge in corpus.calls() if "dir" in edge.lower()}
    assert {one.lower().replace("_", "") for one in found} == {"group.dirname"}


@pytest.mark.parametrize(
    ("ending", "body"),
    [
        ("go", 'func go(m map[string][]Group) { m["x"].DirName() }'),
        ("go", "func go(m map[Other]Group) { for o := range m { o.DirName() } }"),
        ("java", 'void go(Map<String, List<Group>> m) { m.get("x").dirName(); }'),
        ("py", 'def go(m: dict[str, list[Group]]): m["x"].dir_name()'),
    ],
)
def test_a_collection_or_a_key_is_no_element(ending: str, body: str, tmp_path: Path) -> None:
    _, types, around = LANGUAGES[ending]
    with LinkedCorpus(tmp_path, {f"a.{ending}": f"{types}{around % body}\n"}) as corpus:
        assert not [edge for edge in corpus.calls() if "dir" in edge.lower()]
