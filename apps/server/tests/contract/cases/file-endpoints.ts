import { type Envelope, MESSAGES, type MessageKey, type Role } from "@malote/contract";
import { formatChave } from "@malote/syntax";
import { expect } from "vitest";
import { newId } from "../../../src/db/index.ts";
import { exportacaoJob } from "../../../src/jobs/exportacao/run-exportacao.ts";
import { postFile as postImport } from "../../files/importacao-setup.ts";
import { makeZip, requestZip } from "../../files/repositorio-zip.ts";
import { solveCaptcha } from "../../setup/captcha.ts";
import { postPfx } from "../../setup/pfx.ts";
import { get, type SignedInUser } from "../../setup/wire.ts";
import { type ContractFixture, UNKNOWN_ID } from "../contract-fixture.ts";

/** The expected behaviour of one file endpoint. `send` sends the request as a user, or without a
 * session. */
export type FileCase = {
  caller: Role;
  send(p: ContractFixture, caller: SignedInUser | null): Promise<Response>;
  verify(answer: Response, bytes: Buffer, p: ContractFixture): void | Promise<void>;
  refusal: {
    send(p: ContractFixture, caller: SignedInUser | null): Promise<Response>;
    status: number;
    sentence: MessageKey;
    campo?: string;
  };
};

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

const fetchFile = (p: ContractFixture, caller: SignedInUser | null, path: string): Promise<Response> =>
  get(p.wire, `/Services/${path}`, caller === null ? {} : { authorization: `Bearer ${caller.token}` });

/** A GET that names one record by its id. */
function byId(
  path: string,
  idOf: (p: ContractFixture) => string | Promise<string>,
  absent: MessageKey,
): Pick<FileCase, "caller" | "send" | "refusal"> {
  return {
    caller: "api",
    send: async (p, caller) => fetchFile(p, caller, `${path}?id=${await idOf(p)}`),
    refusal: {
      send: (p, caller) => fetchFile(p, caller, `${path}?id=${UNKNOWN_ID}`),
      status: 404,
      sentence: absent,
    },
  };
}

const expectPdf = (answer: Response, bytes: Buffer): void => {
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
};

async function makeExportacao({ wire, team, contaId }: ContractFixture): Promise<string> {
  const { object } = await team.usuario.call("Nota.getListNota", { createFileType: "CSV" });
  const { id } = object as { id: string };
  const prazo = new Date(wire.ctx.clock.now().getTime() + 60_000);
  const job = { contaId, tarefaId: newId(), alvo: id, tentativa: 1, falhas: 0, prazo };
  await exportacaoJob.run(wire.ctx, { ...job, tipo: "exportacao" });
  return id;
}

async function makeRepositorio({ wire, team }: ContractFixture): Promise<string> {
  const { id } = await requestZip(team.usuario);
  await makeZip(wire, team.usuario, { id: id ?? "" });
  return id ?? "";
}

async function ticketOf({ wire, team, nfe }: ContractFixture): Promise<string> {
  const params = { captcha: await solveCaptcha(wire, "download"), ChaveAcesso: nfe.chave };
  const { object } = await team.usuario.call("Nota.getNotaDownloadPublico", params);
  return encodeURIComponent((object as { ticket: string }).ticket);
}

async function postLogo(p: ContractFixture, caller: SignedInUser | null, bytes: Buffer): Promise<Response> {
  const body = new FormData();
  body.set("empresaId", p.empresaId);
  body.set("arquivo", new Blob([new Uint8Array(bytes)]), "logo.png");
  const headers: Record<string, string> = caller === null ? {} : { authorization: `Bearer ${caller.token}` };
  return await fetch(`${p.wire.server.url}/Services/logo`, { method: "POST", headers, body });
}

const CHART =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>';

async function postChart(
  p: ContractFixture,
  caller: SignedInUser | null,
  fields: Record<string, string>,
): Promise<Response> {
  const body = new FormData();
  for (const [nome, valor] of Object.entries(fields)) body.set(nome, valor);
  const headers: Record<string, string> = caller === null ? {} : { authorization: `Bearer ${caller.token}` };
  return await fetch(`${p.wire.server.url}/Services/exportChart`, { method: "POST", headers, body });
}

/** The certificate that the sandbox issued to the company. */
function pfxOf({ road: pipeline }: ContractFixture): Buffer {
  return Buffer.from(pipeline.sandbox.info.empresas[0]?.pfxBase64 ?? "", "base64");
}

const objectIn = (bytes: Buffer): unknown => (JSON.parse(bytes.toString()) as Envelope).object;

/** The nine downloads and two uploads of the specification, then our own. */
export const FILE_CASES: Readonly<Record<string, FileCase>> = {
  downloadPublico: {
    caller: "visitante",
    send: async (p, caller) =>
      fetchFile(p, caller, `downloadPublico?captcha=${await ticketOf(p)}&chaveAcesso=${p.nfe.chave}`),
    verify: (answer, bytes, { nfe }) => {
      expect(answer.headers.get("content-disposition")).toContain("attachment");
      expect(bytes.toString()).toContain(`Id="NFe${nfe.chave}"`);
    },
    refusal: {
      send: (p, caller) =>
        fetchFile(p, caller, `downloadPublico?captcha=inventado&chaveAcesso=${p.nfe.chave}`),
      status: 403,
      sentence: "downloadPublicoExpirado",
    },
  },
  downloadExportacao: {
    ...byId("downloadExportacao", makeExportacao, "exportacaoNaoEncontrada"),
    verify: (answer, bytes, { nfe }) => {
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(bytes.toString()).toContain(formatChave(nfe.chave));
    },
  },
  downloadDFe: {
    ...byId("downloadDFe", ({ nfe }) => nfe.id, "notaNaoEncontrada"),
    verify: (answer, bytes, { nfe }) => {
      expect(answer.headers.get("content-type")).toBe("application/xml");
      expect(bytes.toString()).toContain(`Id="NFe${nfe.chave}"`);
    },
  },
  downloadEvento: {
    ...byId("downloadEvento", ({ eventoId }) => eventoId, "eventoNaoEncontrado"),
    verify: (_answer, bytes) => expect(bytes.toString()).toContain("<tpEvento>110110</tpEvento>"),
  },
  downloadDanfe: { ...byId("downloadDanfe", ({ nfe }) => nfe.id, "notaNaoEncontrada"), verify: expectPdf },
  downloadDacte: { ...byId("downloadDacte", ({ cte }) => cte.id, "notaNaoEncontrada"), verify: expectPdf },
  downloadEmailAnexo: {
    ...byId("downloadEmailAnexo", ({ anexoId }) => anexoId, "anexoNaoEncontrado"),
    verify: (answer, bytes) => {
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; /);
      expect(bytes.length).toBeGreaterThan(500);
    },
  },
  downloadRepositorio: {
    ...byId("downloadRepositorio", makeRepositorio, "repositorioNaoEncontrado"),
    verify: (answer, bytes) => {
      expect(answer.headers.get("accept-ranges")).toBe("bytes");
      expect(bytes.subarray(0, 2).toString()).toBe("PK");
    },
  },
  downloadArquivoImportacao: {
    ...byId("downloadArquivoImportacao", ({ importacaoId }) => importacaoId, "importacaoNaoEncontrada"),
    // A token receives only files that it sent itself.
    caller: "usuario",
    verify: (answer, bytes) => {
      expect(answer.headers.get("content-disposition")).toContain("nada.xml");
      expect(bytes.toString()).toMatch(/^<nfeProc /);
    },
  },
  certif: {
    caller: "administrador",
    send: (p, caller) =>
      postPfx(p.wire, caller as SignedInUser, {
        empresaId: p.primeiraId,
        certSenha: p.pfxSenha,
        pfx: pfxOf(p),
      }),
    verify: (_answer, bytes) =>
      expect(objectIn(bytes)).toMatchObject({ situacao: "valido", enviadoPor: "Ana de Teste" }),
    refusal: {
      send: (p, caller) =>
        postPfx(p.wire, caller as SignedInUser, { empresaId: p.primeiraId, certSenha: "", pfx: pfxOf(p) }),
      status: 200,
      sentence: "certificadoSenhaObrigatoria",
      campo: "certSenha",
    },
  },
  import: {
    caller: "usuario",
    send: (p, caller) => postImport(p.wire, caller, { bytes: Buffer.from("<nada/>"), nome: "outro.xml" }),
    verify: (_answer, bytes) =>
      expect(objectIn(bytes)).toMatchObject({
        nomeArquivo: "outro.xml",
        estado: "pendente",
        usuario: "Bia de Teste",
      }),
    refusal: {
      send: (p, caller) => postImport(p.wire, caller, { bytes: Buffer.from("GIF89a"), nome: "figura.gif" }),
      status: 200,
      sentence: "importacaoFormato",
      campo: "arquivo",
    },
  },
  logo: {
    caller: "administrador",
    send: (p, caller) => postLogo(p, caller, PIXEL),
    verify: (_answer, bytes) => expect(objectIn(bytes)).toEqual({ temLogo: true }),
    refusal: {
      send: (p, caller) => postLogo(p, caller, Buffer.from("GIF89a")),
      status: 200,
      sentence: "logoFormato",
      campo: "arquivo",
    },
  },
  downloadLogo: {
    ...byId("downloadLogo", ({ empresaId }) => empresaId, "empresaNaoEncontrada"),
    verify: (answer, bytes) => {
      expect(answer.headers.get("content-type")).toBe("image/png");
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    },
  },
  downloadDiagnostico: {
    caller: "administrador",
    send: async (p, caller) => {
      await p.road.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [caller?.usuarioId]);
      return await fetchFile(p, caller, "downloadDiagnostico");
    },
    verify: (answer, bytes) => {
      expect(answer.headers.get("content-disposition")).toMatch(/filename="diagnostico-malote-[\d-]+\.json"/);
      expect(JSON.parse(bytes.toString())).toMatchObject({
        versoes: { malote: expect.stringMatching(/^\d/), postgresql: expect.stringMatching(/^\d/) },
        ajustes: expect.arrayContaining([{ nome: "MALOTE_KEY", definida: expect.any(Boolean) }]),
      });
    },
    refusal: {
      send: (p, caller) => fetchFile(p, caller, "downloadDiagnostico"),
      status: 403,
      sentence: "produtoRestrito",
    },
  },
  exportChart: {
    caller: "usuario",
    send: (p, caller) => postChart(p, caller, { svg: CHART }),
    verify: (answer, bytes) => {
      expect(answer.headers.get("content-disposition")).toContain('filename="grafico.png"');
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    },
    refusal: {
      send: (p, caller) => postChart(p, caller, { svg: CHART, type: "application/pdf" }),
      status: 400,
      sentence: "graficoTipo",
      campo: "type",
    },
  },
  captcha: {
    caller: "visitante",
    send: (p, caller) => fetchFile(p, caller, "captcha?acao=contato"),
    verify: (_answer, bytes) =>
      expect(JSON.parse(bytes.toString())).toMatchObject({ parameters: { data: { acao: "contato" } } }),
    refusal: {
      send: (p, caller) => fetchFile(p, caller, "captcha?acao=nada"),
      status: 400,
      sentence: "captchaSemAcao",
      campo: "acao",
    },
  },
};

/** The answers to a request without permission. */
export const NO_SESSION = { status: 401, mensagem: MESSAGES.arquivoSemSessao };
export const RESTRICTED = { status: 200, mensagem: MESSAGES.acessoRestrito };
