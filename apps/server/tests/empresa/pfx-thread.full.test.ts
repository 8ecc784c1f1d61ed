import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import forge from "node-forge";
import { expect, test } from "vitest";
import { createPfxOpener } from "../../src/jobs/threads/task-pools.ts";
import { makePfx, PFX_SENHA, ROOT_CA } from "../setup/pfx.ts";

const ENTRY = fileURLToPath(new URL("../../dist/task-thread.mjs", import.meta.url));
const pfx = makePfx({ cnpj: "11222333000181" });
const file = (senha = PFX_SENHA) => ({ pfx, senha, ancoras: [], now: new Date() });

test("the built program opens a certificate in a thread, where its key remains", async () => {
  const openPfx = createPfxOpener({ entry: ENTRY });
  const [opened, wrongPassword] = await Promise.all([openPfx(file()), openPfx(file("outra"))]);
  expect(opened).toMatchObject({
    kind: "ok",
    certificado: { cnpj: "11222333000181", validoAte: expect.any(Date) },
  });
  expect(JSON.stringify(opened)).not.toContain("PRIVATE KEY");
  expect(wrongPassword).toEqual({ kind: "senha-errada" });
});

test("a new certificate thread starts after an idle one was ended", async () => {
  const openPfx = createPfxOpener({ entry: ENTRY, idleMs: 1 });
  expect((await openPfx(file())).kind).toBe("ok");
  await sleep(50);
  expect((await openPfx(file())).kind).toBe("ok");
});

test("a certificate that takes too long is reported as unreadable, and the next one is processed", async () => {
  const hurried = createPfxOpener({ entry: ENTRY, timeoutMs: 1 });
  const kinds = (await Promise.all([hurried(file()), hurried(file())])).map(({ kind }) => kind);
  expect(kinds).toEqual(["ilegivel", "ilegivel"]);
  expect((await createPfxOpener({ entry: "/nao/ha.mjs" })(file())).kind).toBe("ilegivel");
});

test("the certificate thread also verifies the chain", async () => {
  const trustedCas = [forge.pki.certificateToPem(ROOT_CA)];
  const openPfx = createPfxOpener({ entry: ENTRY });
  expect(await openPfx({ ...file(), ancoras: trustedCas })).toMatchObject({
    kind: "ok",
    cadeia: "verificada",
  });
});

test("a full queue of certificates refuses at once and accepts again when it has room", async () => {
  const openPfx = createPfxOpener({ entry: ENTRY, queueMax: 2 });
  const kinds = (await Promise.all([1, 2, 3].map(() => openPfx(file())))).map(({ kind }) => kind);
  expect(kinds).toEqual(["ok", "ok", "ocupado"]);
  expect((await openPfx(file())).kind).toBe("ok");
});
