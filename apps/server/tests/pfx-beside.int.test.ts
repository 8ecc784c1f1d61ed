import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import forge from "node-forge";
import { expect, test } from "vitest";
import { createPfxBeside } from "../src/jobs/pfx-beside.ts";
import { makePfx, RAIZ, SENHA } from "./certificado.ts";

const HTTP = fileURLToPath(new URL("../dist/http.mjs", import.meta.url));
const pfx = makePfx({ cnpj: "11222333000181" });
const file = (senha = SENHA) => ({ pfx, senha, ancoras: [], agora: new Date() });

test("the built http process opens a certificate in a thread, where its key remains", async () => {
  const openPfx = createPfxBeside({ entry: HTTP });
  const [aberto, errada] = await Promise.all([openPfx(file()), openPfx(file("outra"))]);
  expect(aberto).toMatchObject({
    kind: "ok",
    certificado: { cnpj: "11222333000181", validoAte: expect.any(Date) },
  });
  expect(JSON.stringify(aberto)).not.toContain("PRIVATE KEY");
  expect(errada).toEqual({ kind: "senha-errada" });
});

test("a new thread starts after an idle one was ended", async () => {
  const openPfx = createPfxBeside({ entry: HTTP, ociosoMs: 1 });
  expect((await openPfx(file())).kind).toBe("ok");
  await sleep(50);
  expect((await openPfx(file())).kind).toBe("ok");
});

test("a certificate that takes too long is reported as unreadable, and the next one is processed", async () => {
  const hurried = createPfxBeside({ entry: HTTP, pfxMs: 1 });
  const kinds = (await Promise.all([hurried(file()), hurried(file())])).map(({ kind }) => kind);
  expect(kinds).toEqual(["ilegivel", "ilegivel"]);
  expect((await createPfxBeside({ entry: "/nao/ha.mjs" })(file())).kind).toBe("ilegivel");
});

test("the thread also verifies the certificate chain", async () => {
  const ancoras = [forge.pki.certificateToPem(RAIZ)];
  const openPfx = createPfxBeside({ entry: HTTP });
  expect(await openPfx({ ...file(), ancoras })).toMatchObject({ kind: "ok", cadeia: "verificada" });
});

test("a full queue refuses at once and accepts again when it has room", async () => {
  const openPfx = createPfxBeside({ entry: HTTP, filaMax: 2 });
  const kinds = (await Promise.all([1, 2, 3].map(() => openPfx(file())))).map(({ kind }) => kind);
  expect(kinds).toEqual(["ok", "ok", "ocupado"]);
  expect((await openPfx(file())).kind).toBe("ok");
});
