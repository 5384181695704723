// Call sites of Java files as javac resolves them: `java JavaTruth.java ROOT FILE… > truth.jsonl`.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.tools.*;

public class JavaTruth {
  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]).toRealPath();
    List<Path> files = new ArrayList<>();
    for (String file : Arrays.asList(arguments).subList(1, arguments.length)) files.add(Path.of(file).toRealPath());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
    JavacTask task = (JavacTask) compiler.getTask(null, manager, new DiagnosticCollector<>(),
        List.of("-proc:none", "-Xmaxerrs", "100000"), null, manager.getJavaFileObjectsFromPaths(files));
    Iterable<? extends CompilationUnitTree> units = task.parse();
    task.analyze();
    Trees trees = Trees.instance(task);
    for (CompilationUnitTree unit : units) {
      LineMap lines = unit.getLineMap();
      SourcePositions positions = trees.getSourcePositions();
      new TreePathScanner<Void, Void>() {
        @Override public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
          ExpressionTree called = call.getMethodSelect();
          String name = called instanceof MemberSelectTree select ? select.getIdentifier().toString() : called.toString();
          say(name, called, new TreePath(getCurrentPath(), called), called instanceof MemberSelectTree);
          return super.visitMethodInvocation(call, nothing);
        }
        @Override public Void visitNewClass(NewClassTree call, Void nothing) {
          Tree around = getCurrentPath().getParentPath().getLeaf();
          Element made = around instanceof VariableTree ? trees.getElement(getCurrentPath().getParentPath()) : null;
          if (made != null && made.getKind() == ElementKind.ENUM_CONSTANT) return super.visitNewClass(call, nothing);
          String name = call.getIdentifier().toString().replaceAll("<.*", "").replaceAll(".*\\.", "");
          say(name, call.getIdentifier(), new TreePath(getCurrentPath(), call.getIdentifier()), false);
          return super.visitNewClass(call, nothing);
        }
        void say(String name, Tree tree, TreePath path, boolean last) {
          Element element = trees.getElement(path);
          if (name.equals("this") || name.equals("super")) return;
          long position = last ? positions.getEndPosition(unit, tree) : positions.getStartPosition(unit, tree);
          String to = "[]";
          if (element != null && element.asType().getKind() != javax.lang.model.type.TypeKind.ERROR) {
            TreePath found = trees.getPath(element);
            to = "null";
            if (found != null) {
              CompilationUnitTree where = found.getCompilationUnit();
              // The line of the name: behind the modifiers, which annotations may stand among.
              Tree leaf = found.getLeaf();
              long start = positions.getStartPosition(where, leaf);
              if (leaf instanceof MethodTree method) start = after(where, method.getModifiers(), start);
              if (leaf instanceof ClassTree type) start = after(where, type.getModifiers(), start);
              Path file = Path.of(where.getSourceFile().toUri());
              to = "[[\"" + root.relativize(file) + "\", " + where.getLineMap().getLineNumber(start) + "]]";
            }
          }
          System.out.println("{\"at\": [\"" + root.relativize(Path.of(unit.getSourceFile().toUri())) + "\", "
              + lines.getLineNumber(position) + "], \"name\": \"" + name + "\", \"to\": " + to + "}");
        }
        long after(CompilationUnitTree where, Tree modifiers, long start) {
          long end = positions.getEndPosition(where, modifiers);
          if (end < 0) return start;
          try {
            CharSequence text = where.getSourceFile().getCharContent(true);
            while (end < text.length() && Character.isWhitespace(text.charAt((int) end))) end++;
          } catch (java.io.IOException unreadable) {
            return start;
          }
          return end;
        }
      }.scan(unit, null);
    }
  }
}
