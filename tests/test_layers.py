"""The layers: each package imports only what stands above it; a system's two judges never meet; modules stay small."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import echelon

ROOT = Path(echelon.__file__).parent
MODULES = sorted(p for p in ROOT.rglob("*.py") if "__pycache__" not in p.parts)
LAYERS = ("hexes", "core", "mechanics", "systems", "draw", "players", "advice", "lab", "envs", "server", "web", "cli")
# what a layer may use besides the standard library
THIRD_PARTY = {
    "draw": {"numpy", "resvg_py"},
    "lab": {"ray", "numpy"},
    "envs": {"numpy", "gymnasium", "pettingzoo", "pyspiel", "open_spiel"},
    "server": {"alembic", "msgspec", "sqlalchemy", "starlette", "uvicorn", "websockets"},
    "cli": {"click", "rich", "resvg_py", "uvicorn"},
}
LAZY = {"numpy", "resvg_py", "ray", "psycopg"}  # extras: nobody needs them to import a layer
LONGEST = 500
SYSTEMS = {p.name for p in (ROOT / "systems").iterdir() if (p / "__init__.py").exists()}
NAMED_BY_DEFAULT = {"cli"}  # a command line may have a default game


def name_of(path):
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_type_checking(node):
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def imports(tree, typing_too=True):
    """(module, is it inside a function) for every import."""

    def walk(node, inside):
        for child in ast.iter_child_nodes(node):
            if is_type_checking(child) and not typing_too:
                continue
            if isinstance(child, ast.Import):
                yield from ((alias.name, inside) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, "imports are absolute"
                yield from ((f"{child.module}.{alias.name}", inside) for alias in child.names)
            else:
                yield from walk(child, inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))

    yield from walk(tree, False)


def parsed(path):
    return ast.parse(path.read_text("utf-8"), str(path))


def layer_of(module):
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "echelon" and parts[1] in LAYERS else ""


IN_LAYERS = [p for p in MODULES if layer_of(name_of(p))]  # the package itself offers what people use
JUDGES = [p for p in MODULES if {"play", "law", "facts"} & set(name_of(p).split(".")[3:4]) and "systems" in p.parts]
KIT = [p for p in MODULES if {"fast", "plain", "declared"} & set(name_of(p).split(".")[2:3]) and "mechanics" in p.parts]
OUTSIDE = [p for p in MODULES if layer_of(name_of(p)) not in ("systems", *NAMED_BY_DEFAULT)]
IN_SYSTEMS = [p for p in MODULES if layer_of(name_of(p)) == "systems" and len(name_of(p).split(".")) > 2]


@pytest.mark.parametrize("path", IN_LAYERS, ids=name_of)
def test_module_imports_only_what_stands_above_it(path):
    layer = layer_of(name_of(path))
    allowed = LAYERS[: LAYERS.index(layer) + 1]
    if layer == "core":
        allowed = ("hexes", "core")
    if layer == "hexes":
        allowed = ("hexes",)
    # what runs; type hints may look anywhere
    for module, _inside in imports(parsed(path), typing_too=False):
        top = module.split(".")[0]
        if top == "echelon":
            assert layer_of(module) in allowed or module == "echelon.__version__", f"{name_of(path)} imports {module}"
        elif top not in sys.stdlib_module_names:
            assert top in THIRD_PARTY.get(layer, ()), f"{name_of(path)} imports {top}, which its layer may not use"


@pytest.mark.parametrize("path", JUDGES, ids=name_of)
def test_judges_of_a_system_do_not_know_each_other(path):
    system, part = name_of(path).split(".")[2:4]
    forbidden = {"play": ("law",), "law": ("play",), "facts": ("play", "law")}[part]
    for module, _inside in imports(parsed(path), typing_too=part == "facts"):
        for other in forbidden:
            assert not f"{module}.".startswith(f"echelon.systems.{system}.{other}."), f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", KIT, ids=name_of)
def test_forms_of_the_kit_do_not_know_each_other(path):
    part = name_of(path).split(".")[2]
    forbidden = {"fast": ("plain",), "plain": ("fast",), "declared": ("fast", "plain")}[part]
    for module, _inside in imports(parsed(path), typing_too=True):
        for other in (*forbidden, "shown", "proof", "build", "kit"):
            assert not f"{module}.".startswith(f"echelon.mechanics.{other}."), f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", IN_SYSTEMS, ids=name_of)
def test_a_system_knows_no_other(path):
    system = name_of(path).split(".")[2]
    for module, _inside in imports(parsed(path)):
        assert not module.startswith("echelon.systems.") or module.split(".")[2] == system, f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", OUTSIDE, ids=name_of)
def test_no_code_outside_systems_names_a_system(path):
    tree = parsed(path)
    sentences = {id(n) for n in ast.walk(tree) if isinstance(n, ast.Expr)}  # docstrings are for readers
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Constant) and isinstance(child.value, str) and id(node) not in sentences:
                assert child.value not in SYSTEMS, f"{name_of(path)}:{child.lineno} names the system {child.value!r}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_is_no_longer_than_a_chapter(path):
    lines = len(path.read_text("utf-8").splitlines())
    assert lines <= LONGEST, f"{name_of(path)} has {lines} lines; split it by noun"


@pytest.mark.parametrize("layer", [name for name in LAYERS if (ROOT / name / "__init__.py").exists()])
def test_importing_a_layer_needs_none_of_the_extras(layer):
    code = f"import sys, echelon.{layer}; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                          env={"PYTHONPATH": str(ROOT.parent)})  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert LAZY.isdisjoint(done.stdout.split())


def test_importing_echelon_brings_in_the_standard_library_only():
    code = (
        "import sys; before = set(sys.modules); import echelon; echelon.load('drill').new();"
        "print(*sorted({m.split('.')[0] for m in set(sys.modules) - before}))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True, text=True, check=False, env={"PYTHONPATH": str(ROOT.parent)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    foreign = [m for m in done.stdout.split() if m != "echelon" and m not in sys.stdlib_module_names]
    assert foreign == []


def test_the_layer_test_sees_a_breach():
    tree = ast.parse("import echelon.cli\ndef f():\n    import numpy\nif TYPE_CHECKING:\n    import lxml\n")
    assert list(imports(tree, typing_too=False)) == [("echelon.cli", False), ("numpy", True)]
    assert ("lxml", False) in list(imports(tree))
