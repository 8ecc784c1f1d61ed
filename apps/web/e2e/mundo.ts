import { expect, type Page } from "@playwright/test";
import { ESTRADA_MS, moveRelogio, playCenarios, rpc, waitCarta, waitNota } from "./apoio.ts";

type Lista = { results: { id: string }[] };

/** The distribution of an empresa is synced once an hour. */
const HORA_MS = 65 * 60_000;

/** The documents that the pages of painel, lists and documents need. */
export type MundoDeDocumentos = { boa: string; presa: string; cte: string };

/** The records that the pages of e-mails, auditor and files need. */
export type MundoDeEntrada = { email: string; registro: string; importacao: string };

/** The records that the administration pages need. webhook: its name. */
export type MundoDeAdministracao = { usuario: string; empresa: string; caixa: string; webhook: string };

async function firstOf(page: Page, token: string, method: string): Promise<string> {
  return ((await rpc(page, method, {}, token)) as Lista).results[0]?.id ?? "";
}

/** Plays scenarios. @returns functions that wait for the document of a scenario */
async function play<N extends string>(
  page: Page,
  token: string,
  nomes: readonly N[],
): Promise<{ chaveOf: (nome: N) => string; idOf: (nome: N) => Promise<string> }> {
  const vindas = await playCenarios(page, nomes);
  const chaveOf = (nome: N): string => vindas[nome][0] ?? "";
  const idOf = async (nome: N): Promise<string> =>
    (await waitNota(page, { token, chave: chaveOf(nome) }, () => true)).id;
  return { chaveOf, idOf };
}

/** Documents of three kinds. */
export async function makeDocumentos(page: Page, token: string): Promise<MundoDeDocumentos> {
  const { idOf } = await play(page, token, ["nota-autorizada", "nota-adulterada", "cte-e-mdfe"]);
  return {
    boa: await idOf("nota-autorizada"),
    presa: await idOf("nota-adulterada"),
    cte: await idOf("cte-e-mdfe"),
  };
}

/** An e-mail with a document, an auditor record, and an importação with an unreadable file. */
export async function makeEntrada(page: Page, token: string): Promise<MundoDeEntrada> {
  const { idOf, chaveOf } = await play(page, token, ["nota-autorizada", "nota-so-na-sefaz"]);
  await moveRelogio(page, HORA_MS);
  const boa = await idOf("nota-autorizada");
  return {
    email: await firstOf(page, token, "Email.getListEmail"),
    registro: await waitRegistro(page, token, chaveOf("nota-so-na-sefaz")),
    importacao: await importBroken(page, token, boa),
  };
}

/**
 * A webhook for mailbox events only, which do not occur here, and a test delivery that its server
 * refused.
 */
async function makeWebhook(page: Page, token: string): Promise<string> {
  const descricao = `Painel ${Date.now() % 1e6}`;
  const webhook = { url: `${process.env.SANDBOX_URL}/nenhum-programa`, descricao, tipos: ["caixa"] };
  const { object } = (await rpc(page, "Webhook.saveWebhook", { webhook }, token)) as {
    object: { id: string };
  };
  await rpc(page, "Webhook.testWebhook", { id: object.id }, token);
  return descricao;
}

/** The first record of each kind, and a webhook. */
export async function findRegistros(page: Page, token: string): Promise<MundoDeAdministracao> {
  return {
    usuario: await firstOf(page, token, "Usuario.getListUsuario"),
    empresa: await firstOf(page, token, "Empresa.getListEmpresa"),
    caixa: await firstOf(page, token, "CaixaEmail.getListCaixaEmail"),
    webhook: await makeWebhook(page, token),
  };
}

/** Waits for the auditor record of a key. @returns its id */
export async function waitRegistro(page: Page, token: string, chave: string): Promise<string> {
  let id = "";
  const find = async (): Promise<string> => {
    const pedido = { searchFilter: { chaveAcesso: chave } };
    id = ((await rpc(page, "Auditor.getListAuditor", pedido, token)) as Lista).results[0]?.id ?? "";
    return id;
  };
  await expect.poll(find, { timeout: ESTRADA_MS, message: `o registro de ${chave}` }).not.toBe("");
  return id;
}

/** Imports a truncated document. @returns the importação once it has the error */
async function importBroken(page: Page, token: string, notaId: string): Promise<string> {
  const name = `quebrada-${Date.now()}.xml`;
  const headers = { authorization: `Bearer ${token}` };
  const whole = await (await page.request.get(`/Services/downloadDFe?id=${notaId}`, { headers })).body();
  await page.request.post("/Services/import", {
    headers,
    multipart: { arquivo: { name, mimeType: "text/xml", buffer: whole.subarray(0, 900) } },
  });
  let id = "";
  const find = async (): Promise<string> => {
    const { results } = (await rpc(page, "Importacao.getListImportacao", {}, token)) as {
      results: { id: string; nomeArquivo: string; quantidadeErro: number }[];
    };
    id = results.find((each) => each.nomeArquivo === name && each.quantidadeErro > 0)?.id ?? "";
    return id;
  };
  await expect.poll(find, { timeout: ESTRADA_MS, message: `a importação ${name}` }).not.toBe("");
  return id;
}

/** The link in an e-mail, as a path of the application. */
export async function linkOf(page: Page, para: string, caminho: RegExp): Promise<string> {
  const texto = await waitCarta(page, para, caminho);
  const link = new RegExp(`${caminho.source}[A-Za-z0-9_-]{43}`).exec(texto)?.[0];
  if (link === undefined) throw new Error(`the e-mail to ${para} has no link`);
  return link;
}

/** Invites two users; one accepts and requests a password reset. @returns the links of both e-mails */
export async function makeLinks(
  page: Page,
  token: string,
): Promise<{ convite: string; redefinicao: string }> {
  const [nova, esquecida] = [await invite(page, token, "nova"), await invite(page, token, "esquecida")];
  const inviteToken = esquecida.link.split("/").at(-1) ?? "";
  const usuario = { nome: "Visita", nomeCompleto: "Visita de Teste", nomeUsuario: esquecida.nome };
  await rpc(page, "Usuario.saveInviteUsuario", { usuario, inviteToken, password: "Moinho2026estrela" });
  await rpc(page, "Usuario.resetPassword", { email: esquecida.email });
  const redefinicao = await linkOf(page, esquecida.email, /\/configurar_senha\/setup\//);
  return { convite: nova.link, redefinicao };
}

async function invite(
  page: Page,
  token: string,
  quem: string,
): Promise<{ nome: string; email: string; link: string }> {
  const nome = `${quem}${Date.now() % 1e9}`;
  const email = `${nome}@demo.example`;
  const usuario = { nome: "Visita", nomeCompleto: "Visita de Teste", nomeUsuario: nome, email };
  await rpc(page, "Usuario.inviteUsuario", { usuario }, token);
  return { nome, email, link: await linkOf(page, email, /\/usuario_convidado\/setup\//) };
}
