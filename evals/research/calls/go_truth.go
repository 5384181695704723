// Call sites of a Go module as go/types resolves them: `go run go_truth.go ROOT MODULE > truth.jsonl`.
// Packages that cannot be loaded are empty: what is called there is unresolved.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

type loader struct {
	root, module string
	files        *token.FileSet
	known        map[string]*types.Package
	standard     types.Importer
}

func (l *loader) Import(path string) (*types.Package, error) {
	if found := l.known[path]; found != nil {
		return found, nil
	}
	if path == l.module || strings.HasPrefix(path, l.module+"/") {
		return l.load(filepath.Join(l.root, strings.TrimPrefix(path, l.module)), path)
	}
	if !strings.Contains(strings.Split(path, "/")[0], ".") {
		if found, err := l.standard.Import(path); err == nil {
			return found, nil
		}
	}
	parts := strings.Split(path, "/")
	empty := types.NewPackage(path, parts[len(parts)-1])
	empty.MarkComplete()
	l.known[path] = empty
	return empty, nil
}

func (l *loader) load(folder, path string) (*types.Package, error) {
	listed, err := build.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	var trees []*ast.File
	for _, name := range listed.GoFiles {
		tree, err := parser.ParseFile(l.files, filepath.Join(folder, name), nil, 0)
		if err == nil {
			trees = append(trees, tree)
		}
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	settings := types.Config{Importer: l, Error: func(error) {}, FakeImportC: true}
	found, _ := settings.Check(path, l.files, trees, info)
	l.known[path] = found
	for _, tree := range trees {
		ast.Inspect(tree, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				l.say(call, info)
			}
			if literal, ok := node.(*ast.CompositeLit); ok && literal.Type != nil {
				l.sayName(literal.Type, info)
			}
			return true
		})
	}
	return found, nil
}

func (l *loader) say(call *ast.CallExpr, info *types.Info) {
	if kind, known := info.Types[call.Fun]; known && kind.IsType() {
		return // a conversion
	}
	l.sayName(unparen(call.Fun), info)
}

// As ast.Unparen, which Go has since 1.22.
func unparen(expr ast.Expr) ast.Expr {
	for {
		inner, ok := expr.(*ast.ParenExpr)
		if !ok {
			return expr
		}
		expr = inner.X
	}
}

// What is called, or the type that a literal makes a value of.
func (l *loader) sayName(called ast.Expr, info *types.Info) {
	if index, ok := called.(*ast.IndexExpr); ok {
		called = index.X
	}
	if index, ok := called.(*ast.IndexListExpr); ok {
		called = index.X
	}
	name, ok := called.(*ast.Ident)
	if selector, is := called.(*ast.SelectorExpr); is {
		name, ok = selector.Sel, true
	}
	if !ok {
		return
	}
	at := l.files.Position(name.Pos())
	where, _ := filepath.Rel(l.root, at.Filename)
	to := any([]any{})
	if object := info.Uses[name]; object != nil {
		to = nil
		if function, is := object.(*types.Func); is {
			object = function.Origin()
		}
		_, isFunction := object.(*types.Func)
		_, isType := object.(*types.TypeName)
		if isFunction || isType {
			if origin := object; origin.Pos().IsValid() && origin.Pkg() != nil && (origin.Pkg().Path() == l.module || strings.HasPrefix(origin.Pkg().Path(), l.module+"/")) {
				place := l.files.Position(origin.Pos())
				target, _ := filepath.Rel(l.root, place.Filename)
				to = [][]any{{target, place.Line}}
			}
		}
	}
	line, _ := json.Marshal(map[string]any{"at": []any{where, at.Line}, "name": name.Name, "to": to})
	fmt.Println(string(line))
}

func main() {
	root, _ := filepath.Abs(os.Args[1])
	files := token.NewFileSet()
	l := &loader{root, os.Args[2], files, map[string]*types.Package{}, importer.ForCompiler(files, "source", nil)}
	filepath.Walk(root, func(path string, entry os.FileInfo, err error) error {
		if entry.IsDir() {
			if name := entry.Name(); path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "examples") {
				return filepath.SkipDir
			}
			relative, _ := filepath.Rel(root, path)
			l.Import(strings.TrimSuffix(l.module+"/"+filepath.ToSlash(relative), "/."))
		}
		return nil
	})
}
