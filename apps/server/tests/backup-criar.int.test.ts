import { afterAll, beforeAll, expect, test } from "vitest";
import { letArrive } from "./backup-acervo.ts";
import { create, openPasta } from "./backup-comando.ts";
import { createTestContext, type TestContext } from "./context.ts";

let t: TestContext;
let contaId = "";
let pasta: Awaited<ReturnType<typeof openPasta>>;
beforeAll(async () => {
  t = await createTestContext();
  pasta = await openPasta();
  ({ contaId } = await t.createConta());
  await letArrive(t, contaId, 300);
});
afterAll(async () => {
  await t.dispose();
  await pasta.dispose();
});

test("a second backup stores only what came since", async () => {
  const first = await create(t, pasta.folder);
  expect(first.manifest).toMatchObject({ documentos: 330, emails: 300, falhasTotal: 0 });
  expect(first.manifest.blobs.quantos).toBe(600);
  const idle = await create(t, pasta.folder);
  expect(idle.manifest.documentos).toBe(330);
  expect(idle.bytesNovos).toBeLessThan(first.bytesNovos / 50);
  await letArrive(t, contaId, 10);
  const second = await create(t, pasta.folder);
  console.log(first.bytesNovos, idle.bytesNovos, second.bytesNovos);
  expect(second.manifest).toMatchObject({ documentos: 341, emails: 310 });
  expect(second.manifest.blobs.quantos).toBe(620);
  expect(await t.ctx.database.portaria.findBackups(3)).toMatchObject([
    { tipo: "criar", resultado: "ok", documentos: 341, bytesNovos: second.bytesNovos },
    { resultado: "ok" },
    { resultado: "ok" },
  ]);
});
