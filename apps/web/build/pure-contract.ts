import type { Plugin } from "vite";

const CONSTANTS = /[\\/]packages[\\/](?:contract|syntax)[\\/]src[\\/]/;

type Node = { type: string; start: number; end: number };
type Declaration = Node & { declarations?: { init?: Node | null }[] };
type Statement = Node & { declaration?: Declaration | null };

/**
 * Marks the constants of contract and syntax as free of side effects, so that a page bundles neither unused
 * schemas and tables nor zod.
 * (The bundler keeps a call such as `z.object()` otherwise.)
 */
export function pureContract(): Plugin {
  return {
    name: "pure-contract",
    apply: "build",
    transform: {
      filter: { id: CONSTANTS },
      handler(code): { code: string; map: null } {
        const program = this.parse(code) as unknown as { body: Statement[] };
        return { code: markPure(code, program.body), map: null };
      },
    },
  };
}

/** Wraps the value of every top-level constant in a call marked as pure. */
export function markPure(code: string, body: readonly Statement[]): string {
  const values = body.flatMap((statement) => {
    const declaration: Declaration = statement.declaration ?? statement;
    if (declaration.type !== "VariableDeclaration") return [];
    return (declaration.declarations ?? []).flatMap(({ init }) =>
      init && init.type !== "Literal" ? [init] : [],
    );
  });
  let marked = code;
  for (const { start, end } of values.toSorted((a, b) => b.start - a.start)) {
    marked = `${marked.slice(0, start)}/*#__PURE__*/ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
  }
  return marked;
}
