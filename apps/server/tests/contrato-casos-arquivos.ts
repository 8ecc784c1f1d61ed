import { type Envelope, MENSAGENS, type MensagemKey, type Perfil } from "@malote/contract";
import { formatChave } from "@malote/syntax";
import { expect } from "vitest";
import { newId } from "../src/db/index.ts";
import { exportacaoJob } from "../src/jobs/exportacao/run-exportacao.ts";
import { solveCaptcha } from "./captcha.ts";
import { postPfx } from "./certificado.ts";
import { NADA, type Palco } from "./contrato-palco.ts";
import { post as postImport } from "./importacao.ts";
import { askZip, makeZip } from "./repositorio.ts";
import { get, type Pessoa } from "./wire.ts";

/** The expected behaviour of one file endpoint. `pede` sends the request as a user, or without a
 * session. */
export type CasoArquivo = {
  por: Perfil;
  pede(p: Palco, quem: Pessoa | null): Promise<Response>;
  mostra(answer: Response, bytes: Buffer, p: Palco): void | Promise<void>;
  recusa: {
    pede(p: Palco, quem: Pessoa | null): Promise<Response>;
    status: number;
    diz: MensagemKey;
    campo?: string;
  };
};

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

const fetchFile = (p: Palco, quem: Pessoa | null, path: string): Promise<Response> =>
  get(p.wire, `/Services/${path}`, quem === null ? {} : { authorization: `Bearer ${quem.token}` });

/** A GET that names one record by its id. */
function porId(
  path: string,
  idOf: (p: Palco) => string | Promise<string>,
  ausente: MensagemKey,
): Pick<CasoArquivo, "por" | "pede" | "recusa"> {
  return {
    por: "api",
    pede: async (p, quem) => fetchFile(p, quem, `${path}?id=${await idOf(p)}`),
    recusa: { pede: (p, quem) => fetchFile(p, quem, `${path}?id=${NADA}`), status: 404, diz: ausente },
  };
}

const saysPdf = (answer: Response, bytes: Buffer): void => {
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
};

async function makeExportacao({ wire, elenco, contaId }: Palco): Promise<string> {
  const { object } = await elenco.usuario.call("Nota.getListNota", { createFileType: "CSV" });
  const { id } = object as { id: string };
  const prazo = new Date(wire.ctx.clock.now().getTime() + 60_000);
  const job = { contaId, tarefaId: newId(), alvo: id, tentativa: 1, falhas: 0, prazo };
  await exportacaoJob.run(wire.ctx, { ...job, tipo: "exportacao" });
  return id;
}

async function makeRepositorio({ wire, elenco }: Palco): Promise<string> {
  const { id } = await askZip(elenco.usuario);
  await makeZip(wire, elenco.usuario, { id: id ?? "" });
  return id ?? "";
}

async function ticketOf({ wire, elenco, nfe }: Palco): Promise<string> {
  const params = { captcha: await solveCaptcha(wire, "download"), ChaveAcesso: nfe.chave };
  const { object } = await elenco.usuario.call("Nota.getNotaDownloadPublico", params);
  return encodeURIComponent((object as { ticket: string }).ticket);
}

async function postLogo(p: Palco, quem: Pessoa | null, bytes: Buffer): Promise<Response> {
  const body = new FormData();
  body.set("empresaId", p.empresaId);
  body.set("arquivo", new Blob([new Uint8Array(bytes)]), "logo.png");
  const headers: Record<string, string> = quem === null ? {} : { authorization: `Bearer ${quem.token}` };
  return await fetch(`${p.wire.server.url}/Services/logo`, { method: "POST", headers, body });
}

const CHART =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>';

async function postChart(p: Palco, quem: Pessoa | null, campos: Record<string, string>): Promise<Response> {
  const body = new FormData();
  for (const [nome, valor] of Object.entries(campos)) body.set(nome, valor);
  const headers: Record<string, string> = quem === null ? {} : { authorization: `Bearer ${quem.token}` };
  return await fetch(`${p.wire.server.url}/Services/exportChart`, { method: "POST", headers, body });
}

/** The certificate that the sandbox issued to the company. */
function pfxOf({ road }: Palco): Buffer {
  return Buffer.from(road.sandbox.info.empresas[0]?.pfxBase64 ?? "", "base64");
}

const objectIn = (bytes: Buffer): unknown => (JSON.parse(bytes.toString()) as Envelope).object;

/** The nine downloads and two uploads of the specification, then our own. */
export const CASOS_ARQUIVOS: Readonly<Record<string, CasoArquivo>> = {
  downloadPublico: {
    por: "visitante",
    pede: async (p, quem) =>
      fetchFile(p, quem, `downloadPublico?captcha=${await ticketOf(p)}&chaveAcesso=${p.nfe.chave}`),
    mostra: (answer, bytes, { nfe }) => {
      expect(answer.headers.get("content-disposition")).toContain("attachment");
      expect(bytes.toString()).toContain(`Id="NFe${nfe.chave}"`);
    },
    recusa: {
      pede: (p, quem) => fetchFile(p, quem, `downloadPublico?captcha=inventado&chaveAcesso=${p.nfe.chave}`),
      status: 403,
      diz: "downloadPublicoExpirado",
    },
  },
  downloadExportacao: {
    ...porId("downloadExportacao", makeExportacao, "exportacaoNaoEncontrada"),
    mostra: (answer, bytes, { nfe }) => {
      expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
      expect(bytes.toString()).toContain(formatChave(nfe.chave));
    },
  },
  downloadDFe: {
    ...porId("downloadDFe", ({ nfe }) => nfe.id, "notaNaoEncontrada"),
    mostra: (answer, bytes, { nfe }) => {
      expect(answer.headers.get("content-type")).toBe("application/xml");
      expect(bytes.toString()).toContain(`Id="NFe${nfe.chave}"`);
    },
  },
  downloadEvento: {
    ...porId("downloadEvento", ({ eventoId }) => eventoId, "eventoNaoEncontrado"),
    mostra: (_answer, bytes) => expect(bytes.toString()).toContain("<tpEvento>110110</tpEvento>"),
  },
  downloadDanfe: { ...porId("downloadDanfe", ({ nfe }) => nfe.id, "notaNaoEncontrada"), mostra: saysPdf },
  downloadDacte: { ...porId("downloadDacte", ({ cte }) => cte.id, "notaNaoEncontrada"), mostra: saysPdf },
  downloadEmailAnexo: {
    ...porId("downloadEmailAnexo", ({ anexoId }) => anexoId, "anexoNaoEncontrado"),
    mostra: (answer, bytes) => {
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; /);
      expect(bytes.length).toBeGreaterThan(500);
    },
  },
  downloadRepositorio: {
    ...porId("downloadRepositorio", makeRepositorio, "repositorioNaoEncontrado"),
    mostra: (answer, bytes) => {
      expect(answer.headers.get("accept-ranges")).toBe("bytes");
      expect(bytes.subarray(0, 2).toString()).toBe("PK");
    },
  },
  downloadArquivoImportacao: {
    ...porId("downloadArquivoImportacao", ({ importacaoId }) => importacaoId, "importacaoNaoEncontrada"),
    // A token receives only files that it sent itself.
    por: "usuario",
    mostra: (answer, bytes) => {
      expect(answer.headers.get("content-disposition")).toContain("nada.xml");
      expect(bytes.toString()).toMatch(/^<nfeProc /);
    },
  },
  certif: {
    por: "administrador",
    pede: (p, quem) =>
      postPfx(p.wire, quem as Pessoa, { empresaId: p.primeiraId, certSenha: p.pfxSenha, pfx: pfxOf(p) }),
    mostra: (_answer, bytes) =>
      expect(objectIn(bytes)).toMatchObject({ situacao: "valido", enviadoPor: "Ana de Teste" }),
    recusa: {
      pede: (p, quem) =>
        postPfx(p.wire, quem as Pessoa, { empresaId: p.primeiraId, certSenha: "", pfx: pfxOf(p) }),
      status: 200,
      diz: "certificadoSenhaObrigatoria",
      campo: "certSenha",
    },
  },
  import: {
    por: "usuario",
    pede: (p, quem) => postImport(p.wire, quem, { bytes: Buffer.from("<nada/>"), nome: "outro.xml" }),
    mostra: (_answer, bytes) =>
      expect(objectIn(bytes)).toMatchObject({
        nomeArquivo: "outro.xml",
        estado: "pendente",
        usuario: "Bia de Teste",
      }),
    recusa: {
      pede: (p, quem) => postImport(p.wire, quem, { bytes: Buffer.from("GIF89a"), nome: "figura.gif" }),
      status: 200,
      diz: "importacaoFormato",
      campo: "arquivo",
    },
  },
  logo: {
    por: "administrador",
    pede: (p, quem) => postLogo(p, quem, PIXEL),
    mostra: (_answer, bytes) => expect(objectIn(bytes)).toEqual({ temLogo: true }),
    recusa: {
      pede: (p, quem) => postLogo(p, quem, Buffer.from("GIF89a")),
      status: 200,
      diz: "logoFormato",
      campo: "arquivo",
    },
  },
  downloadLogo: {
    ...porId("downloadLogo", ({ empresaId }) => empresaId, "empresaNaoEncontrada"),
    mostra: (answer, bytes) => {
      expect(answer.headers.get("content-type")).toBe("image/png");
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    },
  },
  downloadDiagnostico: {
    por: "administrador",
    pede: async (p, quem) => {
      await p.road.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [quem?.usuarioId]);
      return await fetchFile(p, quem, "downloadDiagnostico");
    },
    mostra: (answer, bytes) => {
      expect(answer.headers.get("content-disposition")).toMatch(/filename="diagnostico-malote-[\d-]+\.json"/);
      expect(JSON.parse(bytes.toString())).toMatchObject({
        versoes: { malote: expect.stringMatching(/^\d/), postgresql: expect.stringMatching(/^\d/) },
        ajustes: expect.arrayContaining([{ nome: "MALOTE_KEY", definida: expect.any(Boolean) }]),
      });
    },
    recusa: {
      pede: (p, quem) => fetchFile(p, quem, "downloadDiagnostico"),
      status: 403,
      diz: "produtoRestrito",
    },
  },
  exportChart: {
    por: "usuario",
    pede: (p, quem) => postChart(p, quem, { svg: CHART }),
    mostra: (answer, bytes) => {
      expect(answer.headers.get("content-disposition")).toContain('filename="grafico.png"');
      expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    },
    recusa: {
      pede: (p, quem) => postChart(p, quem, { svg: CHART, type: "application/pdf" }),
      status: 400,
      diz: "graficoTipo",
      campo: "type",
    },
  },
  captcha: {
    por: "visitante",
    pede: (p, quem) => fetchFile(p, quem, "captcha?acao=contato"),
    mostra: (_answer, bytes) =>
      expect(JSON.parse(bytes.toString())).toMatchObject({ parameters: { data: { acao: "contato" } } }),
    recusa: {
      pede: (p, quem) => fetchFile(p, quem, "captcha?acao=nada"),
      status: 400,
      diz: "captchaSemAcao",
      campo: "acao",
    },
  },
};

/** The answers to a request without permission. */
export const SEM_SESSAO = { status: 401, mensagem: MENSAGENS.arquivoSemSessao };
export const RESTRITO = { status: 200, mensagem: MENSAGENS.acessoRestrito };
