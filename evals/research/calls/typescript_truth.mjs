// Call sites of TypeScript files as its compiler resolves them: `node typescript_truth.mjs ROOT [CONFIG] FILE… > truth.jsonl`.
// Needs `typescript` where node finds it (NODE_PATH does not count for modules: run it from the folder that has it).
import { createRequire } from "node:module";
import path from "node:path";

const ts = createRequire(path.join(process.cwd(), "x.js"))("typescript");
const [rootArgument, configArgument, ...files] = process.argv.slice(2);
const root = path.resolve(rootArgument);
const read = ts.readConfigFile(path.resolve(configArgument), ts.sys.readFile);
const parsed = ts.parseJsonConfigFileContent(read.config, ts.sys, path.dirname(path.resolve(configArgument)));
const options = { ...parsed.options, noEmit: true, skipLibCheck: true, allowJs: true };
const program = ts.createProgram(files.map((file) => path.resolve(file)), options);
const checker = program.getTypeChecker();

const isOurs = (file) => file.startsWith(root + path.sep) && !file.includes("node_modules");
const lineOf = (node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;

function isLocal(declaration) {
  if (ts.isParameter(declaration) || ts.isBindingElement(declaration)) return true;
  if (!ts.isVariableDeclaration(declaration)) return false;
  const value = declaration.initializer;
  if (value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return false;
  return !ts.isSourceFile(declaration.parent.parent.parent);
}

// What a constant of a function holds, where that is named: `const draw = shape.draw; draw()` calls `shape.draw`.
function heldBy(symbol) {
  const declaration = symbol?.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !isLocal(declaration) || !ts.isVariableDeclarationList(declaration.parent)) return undefined;
  if (!(declaration.parent.flags & ts.NodeFlags.Const)) return undefined;
  let value = declaration.initializer;
  while (value && (ts.isParenthesizedExpression(value) || ts.isNonNullExpression(value) || ts.isAsExpression(value))) value = value.expression;
  return value && (ts.isPropertyAccessExpression(value) ? value.name : ts.isIdentifier(value) ? value : undefined);
}

// <Panel/> calls a function, <div/> none; sql`SELECT 1` calls `sql`.
const isElement = (node) => ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
const isCall = (node) =>
  ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node) || (isElement(node) && !/^[a-z]/.test(node.tagName.getText()));

function say(file, node) {
  let called = isElement(node) ? node.tagName : (node.tag ?? node.expression);
  while (ts.isParenthesizedExpression(called) || ts.isNonNullExpression(called)) called = called.expression;
  const name = ts.isPropertyAccessExpression(called) ? called.name : ts.isIdentifier(called) ? called : undefined;
  if (!name) return;
  let symbol = checker.getSymbolAtLocation(name);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  for (let steps = 0; steps < 4 && heldBy(symbol); steps++) symbol = checker.getSymbolAtLocation(heldBy(symbol)) ?? symbol;
  const declarations = (symbol?.declarations ?? []).slice();
  const chosen = checker.getResolvedSignature(node)?.declaration;
  if (chosen && !chosen.getSourceFile().isDeclarationFile && (ts.isMethodDeclaration(chosen) || ts.isFunctionDeclaration(chosen))) declarations.push(chosen);
  let to = [];
  if (declarations.length) {
    const ours = declarations.filter((one) => isOurs(one.getSourceFile().fileName) && !isLocal(one));
    to = ours.length ? ours.map((one) => [path.relative(root, one.getSourceFile().fileName), lineOf(one.name ?? one)]) : null;
  }
  console.log(JSON.stringify({ at: [path.relative(root, file.fileName), lineOf(name)], name: name.text, to }));
}

for (const file of program.getSourceFiles()) {
  if (!files.some((one) => path.resolve(one) === file.fileName)) continue;
  const visit = (node) => {
    if (isCall(node)) say(file, node);
    ts.forEachChild(node, visit);
  };
  visit(file);
}
