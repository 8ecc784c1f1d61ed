import { expect, test } from "vitest";
import { SharedChunks } from "./chunks.ts";

const LOGIN = "/w/src/pages/public/LoginPage.tsx";
const HOME = "/w/src/pages/public/HomePage.tsx";
const LIST = "/w/src/pages/documents/NotasPage.tsx";
const INDEX = "/w/node_modules/@mantine/core/esm/index.mjs";

/** Modules with who imports them, and their code. */
function graphOf(modules: Record<string, { importers: string[]; code?: string }>) {
  return {
    getModuleInfo: (id: string) => {
      const { importers, code = "" } = modules[id] ?? { importers: [] };
      return { importers, code };
    },
  };
}

test("what only signed-in pages import is in one file, and what public pages import in one for each set of them", () => {
  const graph = graphOf({
    "/w/src/ui/table.tsx": { importers: [LIST] },
    "/w/src/ui/field.tsx": { importers: ["/w/src/ui/form.tsx"] },
    "/w/src/ui/form.tsx": { importers: [LOGIN, LIST] },
    "/w/src/ui/logo.tsx": { importers: [LOGIN, HOME] },
  });
  const chunks = new SharedChunks();
  expect(chunks.nameOf("/w/src/ui/table.tsx", graph)).toBe("kit");
  expect(chunks.nameOf("/w/src/ui/field.tsx", graph)).toBe("public-LP");
  expect(chunks.nameOf("/w/src/ui/logo.tsx", graph)).toBe("public-HP-LP");
});

test("through the index of a package, only who imports the names of a module uses it", () => {
  const graph = graphOf({
    "/w/node_modules/@mantine/core/esm/Table.mjs": { importers: [INDEX] },
    "/w/node_modules/@mantine/core/esm/Box.mjs": { importers: [INDEX] },
    [INDEX]: {
      importers: [LOGIN, LIST],
      code: 'import { Table } from "./Table.mjs";\nimport { Box } from "./Box.mjs";\nexport { Box, Table };',
    },
    [LOGIN]: { importers: [], code: 'import { Box as Frame } from "@mantine/core";' },
    [LIST]: { importers: [], code: 'import { Box, Table } from "@mantine/core";' },
  });
  const chunks = new SharedChunks();
  expect(chunks.nameOf("/w/node_modules/@mantine/core/esm/Table.mjs", graph)).toBe("kit");
  expect(chunks.nameOf("/w/node_modules/@mantine/core/esm/Box.mjs", graph)).toBe("public-LP");
});

test("circles of imports end", () => {
  const graph = graphOf({
    "/w/a.ts": { importers: ["/w/b.ts", HOME] },
    "/w/b.ts": { importers: ["/w/a.ts"] },
  });
  expect(new SharedChunks().nameOf("/w/b.ts", graph)).toBe("public-HP");
});
