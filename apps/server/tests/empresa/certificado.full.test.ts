import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CERTIFICADO_MAX_BYTES, type Envelope, MESSAGES, type ResultOf } from "@malote/contract";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import forge from "node-forge";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHttpApp } from "../../src/http/create-app.ts";
import { listen } from "../../src/http/listen.ts";
import { startCleanup } from "../../src/jobs/cleanup/start-cleanup.ts";
import { sweepCertificados } from "../../src/jobs/cleanup/sweep-certificados.ts";
import { CERTIFICADOS_MAX } from "../../src/services/empresa-setup/send-certificado.ts";
import { inventCnpj } from "../setup/document-parties.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { makePfx, PFX_SENHA, type PfxOptions, postPfx, ROOT_CA, sendPfx } from "../setup/pfx.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

const CNPJ = "11222333000181";

let wire: Wire;
let ana: SignedInUser;
let empresaId: string;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());
beforeEach(async () => {
  wire.clock.set(new Date());
  ana = await signInNewUser(wire);
  ({ empresaId } = await wire.createEmpresa(ana.contaId, { cnpj: CNPJ }));
});

type Certificado = NonNullable<ResultOf<"Empresa.getEmpresa">["object"]["certificado"]>;
const readStored = async (id = empresaId): Promise<Certificado | null> =>
  ((await ana.call("Empresa.getEmpresa", { id })).object as ResultOf<"Empresa.getEmpresa">["object"])
    .certificado;
const upload = (o: Partial<PfxOptions> = {}) =>
  sendPfx(wire, ana, { empresaId, pfx: makePfx({ cnpj: CNPJ, ...o }) });
/** Advances the clock and signs in again: 15 minutes after sign-in, no certificate is accepted. */
const passHours = async (hours: number): Promise<void> => {
  wire.clock.advance(hours * HOUR_MS);
  expect(await ana.call("Auth.reautenticar", { senha: TEST_SENHA })).toMatchObject({ sucesso: true });
};
const refusal = (mensagem: string, campo?: string): Partial<Envelope> => ({
  sucesso: false,
  mensagem,
  erros: campo === undefined ? [] : [{ campo, mensagem }],
});
const formatDay = (instant: Date): string =>
  instant.toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" });

describe("uploading a certificate", () => {
  test("an uploaded certificate is sealed, shown with holder and validity, and recorded with its sender", async () => {
    const pfx = makePfx({ cnpj: CNPJ, dias: 100 });
    const { object, sucesso } = await sendPfx(wire, ana, { empresaId, pfx });
    expect(sucesso).toBe(true);
    expect(object).toMatchObject({
      titular: "PADARIA AURORA LTDA",
      cnpj: CNPJ,
      emissor: "AC Inventada",
      impressao: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      diasRestantes: 100,
      situacao: "valido",
      cadeia: "nao-verificada",
      enviadoPor: "Ana de Teste",
    });
    expect(await readStored()).toEqual(object);
    const [row] = await wire.asOwner<{ id: string; selado: Buffer }>(
      "SELECT * FROM certificado WHERE empresa_id = $1",
      [empresaId],
    );
    if (!row) throw new Error("nothing was stored");
    expect(row.selado.includes(pfx.subarray(0, 64))).toBe(false);
    const sealPlace = { tabela: "certificado", coluna: "selado", id: row.id };
    const opened = JSON.parse(wire.ctx.secretBox.open(row.selado, sealPlace).toString("utf8"));
    expect(opened).toEqual({ pfx: pfx.toString("base64"), senha: PFX_SENHA });
    const acts = await wire.asOwner("SELECT acao, usuario, detalhe FROM registro WHERE alvo = $1", [
      empresaId,
    ]);
    expect(acts).toEqual([
      {
        acao: "enviar-certificado",
        usuario: "Ana de Teste",
        detalhe: expect.stringContaining(`PADARIA AURORA LTDA · ${CNPJ} · vale até `),
      },
    ]);
    expect(JSON.stringify([object, acts])).not.toContain(PFX_SENHA);
  });

  test("an uploaded certificate replaces the company's previous one", async () => {
    await upload({ dias: 20 });
    expect(await readStored()).toMatchObject({ situacao: "vencendo", diasRestantes: 20 });
    await upload({ dias: 365 });
    expect(await readStored()).toMatchObject({ situacao: "valido", diasRestantes: 365 });
    expect(await wire.asOwner("SELECT FROM certificado WHERE conta_id = $1", [ana.contaId])).toHaveLength(1);
  });

  test("the certificate of another branch is accepted, and one with letters in its CNPJ", async () => {
    expect(await upload({ cnpj: "11222333000262" })).toMatchObject({ sucesso: true });
    const withLetters = await wire.createEmpresa(ana.contaId, { cnpj: inventCnpj(3) });
    const pfx = makePfx({ cnpj: inventCnpj(3) });
    expect(await sendPfx(wire, ana, { empresaId: withLetters.empresaId, pfx })).toMatchObject({
      sucesso: true,
    });
    expect(await readStored(withLetters.empresaId)).toMatchObject({ cnpj: inventCnpj(3) });
  });

  test.each([
    ["3DES, as Windows writes it", makePfx({ cnpj: CNPJ, algoritmo: "3des" }), "PADARIA AURORA LTDA"],
    ["RC2 of 40 bits, as old programs write it", readLegacyFile("rc2-40.p12"), "MERCADO INVENTADO LTDA"],
  ])("a certificate file encrypted with %s is accepted", async (_caso, pfx, titular) => {
    const { validoDe } = (await sendPfx(wire, ana, { empresaId, pfx })).object as Certificado;
    expect(validoDe).not.toBeNull();
    expect(await readStored()).toMatchObject({ titular, cnpj: CNPJ });
  });

  test("an uploaded certificate schedules the notas that waited for one, and the distribution syncs of a company with the auditor", async () => {
    const nota = inventNota({ empresaId });
    await insertNotas(wire, ana.contaId, [nota]);
    await wire.asOwner("UPDATE nota SET aguardando_certificado = true WHERE conta_id = $1", [ana.contaId]);
    await wire.asOwner("UPDATE empresa SET ativar_auditor = true WHERE id = $1", [empresaId]);
    await upload();
    const due = await wire.asOwner(
      "SELECT tipo, alvo FROM tarefa WHERE conta_id = $1 AND estado = 'pendente' ORDER BY tipo, alvo",
      [ana.contaId],
    );
    expect(due).toEqual([
      { tipo: "distribuicao", alvo: `${empresaId} CTe` },
      { tipo: "distribuicao", alvo: `${empresaId} NFe` },
      { tipo: "validate", alvo: nota.chave },
    ]);
  });
});

function readLegacyFile(nome: string): Buffer {
  return fs.readFileSync(
    new URL(`../../../../packages/sefaz/src/certificado/fixtures/${nome}`, import.meta.url),
  );
}

describe("refusal of a certificate", () => {
  test("a certificate without its password is refused", async () => {
    const pfx = makePfx({ cnpj: CNPJ });
    for (const certSenha of [null, ""]) {
      expect(await sendPfx(wire, ana, { empresaId, certSenha, pfx })).toMatchObject(
        refusal("Senha deve ser informada.", "certSenha"),
      );
    }
  });

  test("a certificate with a wrong password is refused", async () => {
    const pfx = makePfx({ cnpj: CNPJ });
    expect(await sendPfx(wire, ana, { empresaId, certSenha: "malote123", pfx })).toMatchObject(
      refusal(MESSAGES.certificadoSenhaErrada, "certSenha"),
    );
  });

  test("a certificate without its private key, no file, and an unreadable file are refused", async () => {
    const refused = async (pfx: Uint8Array | null) => await sendPfx(wire, ana, { empresaId, pfx });
    expect(await refused(readLegacyFile("sem-chave.p12"))).toMatchObject(
      refusal(MESSAGES.certificadoSemChave, "arquivo"),
    );
    for (const empty of [null, Buffer.alloc(0)]) {
      expect(await refused(empty)).toMatchObject(refusal(MESSAGES.certificadoArquivoObrigatorio, "arquivo"));
    }
    for (const garbage of [Buffer.from("%PDF-1.7 nada"), makePfx({ cnpj: CNPJ }).subarray(0, 900)]) {
      expect(await refused(garbage)).toMatchObject(refusal(MESSAGES.certificadoIlegivel, "arquivo"));
    }
  });

  test("a certificate of a person or of another company is refused", async () => {
    expect(await upload({ cnpj: null, titular: "FULANA DE TAL" })).toMatchObject(
      refusal(
        "Este certificado é de uma pessoa (FULANA DE TAL), sem CNPJ. Envie o e-CNPJ da empresa.",
        "arquivo",
      ),
    );
    expect(await upload({ cnpj: "11444777000161" })).toMatchObject(
      refusal(
        "Este certificado é do CNPJ 11.444.777/0001-61, de outra empresa. O CNPJ desta empresa é 11.222.333/0001-81.",
        "arquivo",
      ),
    );
    const withLetters = await wire.createEmpresa(ana.contaId, { cnpj: inventCnpj(3) });
    const pfx = makePfx({ cnpj: inventCnpj(6) });
    const answer = await sendPfx(wire, ana, { empresaId: withLetters.empresaId, pfx });
    expect(answer.mensagem).toContain("de outra empresa");
  });

  test("a certificate that is expired or not yet valid by the application's clock is refused", async () => {
    expect(await upload({ dias: -1 })).toMatchObject(
      refusal(
        `Este certificado venceu em ${formatDay(new Date(Date.now() - DAY_MS))}. Envie o novo.`,
        "arquivo",
      ),
    );
    expect(await upload({ de: 2 })).toMatchObject(
      refusal(
        `Este certificado só vale a partir de ${formatDay(new Date(Date.now() + 2 * DAY_MS))}.`,
        "arquivo",
      ),
    );
    await passHours(3);
    expect(await upload({ dias: 0.1 })).toMatchObject({ sucesso: false });
    expect(await upload({ de: 0.1 })).toMatchObject({ sucesso: true });
  });

  test("a refused certificate leaves the stored one in place", async () => {
    await upload();
    const before = await readStored();
    await upload({ cnpj: "11444777000161" });
    expect(await readStored()).toEqual(before);
  });

  test("too many uploads in an hour are refused", async () => {
    const pfx = Buffer.from("nada");
    for (let n = 0; n < CERTIFICADOS_MAX; n += 1) await sendPfx(wire, ana, { empresaId, pfx });
    expect((await upload()).mensagem).toMatch(
      /^Muitos envios de certificado em pouco tempo\. Aguarde \d+ min\.$/,
    );
    await passHours(1);
    expect(await upload()).toMatchObject({ sucesso: true });
  });
});

describe("permission to send a certificate", () => {
  const NO_SESSION = refusal(MESSAGES.arquivoSemSessao);

  test("an upload needs the token of a tab: the cookie alone, as a form on another site sends it, is refused", async () => {
    const body = new FormData();
    body.set("empresaId", empresaId);
    body.set("certSenha", PFX_SENHA);
    body.set("arquivo", new Blob([new Uint8Array(makePfx({ cnpj: CNPJ }))]), "a.pfx");
    const url = `${wire.server.url}/Services/certif`;
    const headers = { cookie: ana.cookie, "sec-fetch-site": "same-origin" };
    const refused = await fetch(url, { method: "POST", headers, body });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject(NO_SESSION);
    expect((await postPfx(wire, null, { empresaId })).status).toBe(401);
    expect(await readStored()).toBeNull();
  });

  test("an upload needs an administrator or the owner", async () => {
    const conta = { contaId: ana.contaId, identificador: ana.identificador };
    const bia = await signInNewUser(wire, { conta, nomeUsuario: "bia", administrador: false });
    expect(await sendPfx(wire, bia, { empresaId, pfx: makePfx({ cnpj: CNPJ }) })).toMatchObject(
      refusal(MESSAGES.acessoRestrito),
    );
    expect(await readStored()).toBeNull();
  });

  test("an upload needs an existing company", async () => {
    for (const id of [null, "nada", "0198c0de-0000-7000-8000-000000000000"]) {
      expect(await sendPfx(wire, ana, { empresaId: id, pfx: makePfx({ cnpj: CNPJ }) })).toMatchObject(
        refusal(MESSAGES.empresaNaoEncontrada, "empresaId"),
      );
    }
  });

  test("an upload needs POST", async () => {
    const answer = await fetch(`${wire.server.url}/Services/certif`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("an upload of a certificate that fails", () => {
  const UPLOAD_FAILED = refusal(MESSAGES.certificadoUploadFalhou);
  const headers = () => ({ authorization: `Bearer ${ana.token}` });
  const postForm = (body: FormData | string, more: Record<string, string> = {}) =>
    fetch(`${wire.server.url}/Services/certif`, { method: "POST", headers: { ...headers(), ...more }, body });
  const form = (): FormData => {
    const body = new FormData();
    body.set("empresaId", empresaId);
    body.set("certSenha", PFX_SENHA);
    body.set("arquivo", new Blob([new Uint8Array(makePfx({ cnpj: CNPJ }))]), "a.pfx");
    return body;
  };

  test("a file that is too large is answered with 413, with or without a Content-Length", async () => {
    const TOO_LARGE = refusal(
      "O arquivo passa de 256 KB. Um certificado A1 tem poucos KB: escolha o .pfx ou .p12.",
      "arquivo",
    );
    for (const bytes of [CERTIFICADO_MAX_BYTES + 1, 3 * 1_048_576]) {
      const answer = await postPfx(wire, ana, { empresaId, pfx: Buffer.alloc(bytes, 1) });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject(TOO_LARGE);
    }
    const early = await sendRaw([`Content-Length: ${50 * 1_048_576}`], "--x\r\n");
    expect(early).toContain("413 Payload Too Large");
    const atLimit = await postPfx(wire, ana, { empresaId, pfx: Buffer.alloc(CERTIFICADO_MAX_BYTES, 1) });
    expect(await atLimit.json()).toMatchObject(refusal(MESSAGES.certificadoIlegivel, "arquivo"));
  });

  test("a body that is no form or has unexpected fields is answered with 400", async () => {
    const two = form();
    two.append("arquivo2", new Blob(["x"]), "b.pfx");
    const twice = form();
    twice.append("certSenha", "outra");
    const more = form();
    more.append("contaId", "outra");
    const long = form();
    long.set("certSenha", "x".repeat(2_000));
    for (const body of [two, twice, more, long]) {
      const answer = await postForm(body);
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining(UPLOAD_FAILED)]);
    }
    for (const type of [
      "application/json",
      "multipart/form-data",
      "text/plain",
      "multipart/form-data; boundary=y",
    ]) {
      const answer = await postForm("--x\r\n", { "content-type": type });
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining(UPLOAD_FAILED)]);
    }
    expect(await readStored()).toBeNull();
  });

  test("an upload that breaks off stores nothing, and the next upload succeeds", async () => {
    const socket = net.connect(wire.server.port, "127.0.0.1");
    socket.write(head(["Content-Length: 5000"]) + PART);
    await sleep(50);
    socket.destroy();
    expect(await upload()).toMatchObject({ sucesso: true });
  });

  test("an upload that takes too long is answered with 408", async () => {
    const server = await listen(createHttpApp(wire.ctx, { uploadMs: 200 }), { host: "127.0.0.1", port: 0 });
    const answer = await sendRaw(["Content-Length: 5000"], PART, server.port);
    await server.stop();
    expect(answer).toContain("408 Request Timeout");
    expect(answer).toContain(MESSAGES.certificadoUploadFalhou);
  });

  const PART = `--x\r\nContent-Disposition: form-data; name="arquivo"; filename="a.pfx"\r\n\r\nABC`;
  const head = (lines: string[]): string =>
    [
      "POST /Services/certif HTTP/1.1",
      "Host: malote",
      `Authorization: Bearer ${ana.token}`,
      "Content-Type: multipart/form-data; boundary=x",
      ...lines,
      "",
      "",
    ].join("\r\n");

  /** Sends the beginning of a request and reads the whole answer. */
  async function sendRaw(lines: string[], body: string, port = wire.server.port): Promise<string> {
    const socket = net.connect(port, "127.0.0.1");
    socket.write(head(lines) + body);
    let answer = "";
    for await (const chunk of socket) {
      answer += chunk;
      if (answer.includes("\r\n\r\n") && answer.trimEnd().endsWith("}")) break;
    }
    socket.destroy();
    return answer;
  }
});

describe("the chain of a certificate", () => {
  test("the chain is verified when trusted authorities are configured; an unknown authority is refused", async () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-ac-"));
    fs.writeFileSync(path.join(dir, "raiz.pem"), forge.pki.certificateToPem(ROOT_CA));
    const outra = await createWire({ icpBrasilDir: dir });
    const caio = await signInNewUser(outra);
    const { empresaId: id } = await outra.createEmpresa(caio.contaId, { cnpj: CNPJ });
    const chain = async (pfx: Uint8Array) =>
      ((await sendPfx(outra, caio, { empresaId: id, pfx })).object as Certificado).cadeia;
    expect(await chain(makePfx({ cnpj: CNPJ }))).toBe("verificada");
    expect(await sendPfx(outra, caio, { empresaId: id, pfx: readLegacyFile("rc2-40.p12") })).toMatchObject(
      refusal(MESSAGES.certificadoCadeiaDesconhecida, "arquivo"),
    );
    await outra.dispose();
    fs.rmSync(dir, { recursive: true });
  });
});

describe("notices before a certificate expires", () => {
  const findEmails = async (contaId = ana.contaId) =>
    await wire.asOwner<{ para: string; dados: { diasRestantes: number; nome: string } }>(
      "SELECT para, dados FROM envio WHERE conta_id = $1 AND modelo = 'certificado-vencendo' ORDER BY criado_em, para",
      [contaId],
    );
  const listNotifiedDays = async () => (await findEmails()).map(({ dados }) => dados.diasRestantes);
  const notifyExpiring = () => sweepCertificados(wire.ctx);
  /** Sets the clock to one minute after `left` of 100 days remain. */
  const goTo = (left: number) => wire.clock.set(new Date(Date.now() + (100 - left) * DAY_MS + 60_000));

  test("the owner and the administrators are notified 30, 15, 7 and 1 days before and at the expiry, once each", async () => {
    await wire.createUsuario(ana.contaId, { nomeUsuario: "bia", administrador: false });
    await wire.createUsuario(ana.contaId, { nomeUsuario: "davi" });
    await wire.createUsuario(ana.contaId, { nomeUsuario: "saiu", ativo: false });
    await upload({ dias: 100 });
    for (const left of [40, 31, 30, 29, 16, 15, 8, 7, 2, 1, 0.5, -0.01, -30]) {
      goTo(left);
      await notifyExpiring();
      await notifyExpiring();
    }
    const early = await findEmails();
    expect([...new Set(early.map(({ para }) => para))]).toEqual(["admin@exemplo.test", "davi@exemplo.test"]);
    expect(await listNotifiedDays()).toEqual([30, 30, 15, 15, 7, 7, 1, 1, -1, -1]);
  });

  test("a check that missed several notices sends only the latest one", async () => {
    await upload({ dias: 100 });
    goTo(6);
    await notifyExpiring();
    await notifyExpiring();
    expect(await listNotifiedDays()).toHaveLength(1);
    expect(
      await wire.asOwner("SELECT avisado_dias FROM certificado WHERE empresa_id = $1", [empresaId]),
    ).toEqual([{ avisado_dias: 7 }]);
  });

  test("a running process checks at once when the sandbox's clock jumps", async () => {
    await upload({ dias: 100 });
    const listeners = new Set<() => void>();
    const onJump = (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const clock = { now: () => wire.clock.now(), onJump };
    const sweepers = startCleanup({ ...wire.ctx, clock }, { run: async () => 0 });
    while (listeners.size === 0) await sleep(5);
    goTo(15);
    for (const listener of listeners) listener();
    while ((await findEmails()).length === 0) await sleep(20);
    await sweepers.stop();
    expect(await listNotifiedDays()).toEqual([15]);
    expect(listeners.size).toBe(0);
  });

  test("no notice is sent about a replaced certificate, and the screen shows the new one's state", async () => {
    await upload({ dias: 100 });
    await upload({ dias: 400 });
    goTo(5);
    await notifyExpiring();
    expect(await findEmails()).toEqual([]);
    wire.clock.set(new Date(Date.now() + 380 * DAY_MS));
    const { contaId, identificador } = ana;
    ana = await signInNewUser(wire, { conta: { contaId, identificador }, nomeUsuario: "bia" });
    expect(await readStored()).toMatchObject({ situacao: "vencendo", diasRestantes: 20 });
  });
});
