import { getMethodRow, getRestRow, ROUTES, scopeOf } from "@malote/contract";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { writeOpenApiDocument } from "./document.ts";

const doc = writeOpenApiDocument("https://malote.exemplo.com.br/Services/rest/v1");

test("a public linter finds no error in the OpenAPI document", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(doc), absoluteRef: "/openapi.json", config });
  const errors = found.filter(({ severity }) => severity === "error");
  expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test("every OpenAPI operation has its own id, and every parameter has a description", () => {
  const operations = Object.values(doc.paths).flatMap((item) => Object.values(item));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const silent = operations.flatMap(({ operationId, parameters }) =>
    parameters.flatMap((param) =>
      "name" in param && param.description === param.name ? [`${operationId}.${param.name}`] : [],
    ),
  );
  expect(silent).toEqual([]);
});

test("a route requires the same scope as its JSON-RPC method", () => {
  const wrong = ROUTES.filter((name) => {
    const { gemeo, escopo } = getRestRow(name);
    return gemeo !== null && scopeOf(gemeo, getMethodRow(gemeo)) !== escopo;
  });
  expect(wrong).toEqual([]);
});

test("OpenAPI declares headers where they are sent, and scopes where they are required", () => {
  const batch = doc.paths["/notas/lote/manifestacao"]?.post?.responses["202"];
  const single = doc.paths["/notas/{id}/manifestacao"]?.post?.responses["202"];
  const has = (response: object | undefined, name: string) =>
    name in Object(response && "headers" in response ? response.headers : {});
  expect([has(batch, "Location"), has(single, "Location")]).toEqual([false, true]);
  const { Problema401, Problema403 } = doc.components.responses as Record<string, object>;
  expect([has(Problema401, "RateLimit-Limit"), has(Problema403, "RateLimit-Limit")]).toEqual([false, true]);
  const operation = doc.paths["/operacoes/{id}"]?.get?.description;
  expect(operation).toContain("importação `importar`");
  expect(operation).not.toContain("Qualquer token");
});
