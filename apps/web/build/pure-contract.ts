import type { Plugin } from "vite";

const CONTRACT = /[\\/]packages[\\/]contract[\\/]src[\\/]/;

type Node = { type: string; start: number; end: number };
type Declaration = Node & { declarations?: { init?: Node | null }[] };
type Statement = Node & { declaration?: Declaration | null };

/**
 * Says to the bundler that the constants of the contract have no side effects: a schema that a page does not use is
 * left out of it, and zod with it. (A call such as `z.object()` is otherwise kept, for all the bundler knows.)
 */
export function pureContract(): Plugin {
  return {
    name: "pure-contract",
    apply: "build",
    transform: {
      filter: { id: CONTRACT },
      handler(code): { code: string; map: null } {
        const program = this.parse(code) as unknown as { body: Statement[] };
        return { code: markPure(code, program.body), map: null };
      },
    },
  };
}

/** Wraps the value of every constant at the top of a module in a call marked as pure. */
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
