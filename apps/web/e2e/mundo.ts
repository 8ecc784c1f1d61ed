import { expect, type Page } from "@playwright/test";
import { ESTRADA_MS, moveRelogio, playCenarios, rpc, waitCarta, waitNota } from "./apoio.ts";

type Lista = { results: { id: string }[] };

/** SEFAZ is asked for news of a company once an hour. */
const HORA_MS = 65 * 60_000;

/** What a walk through the panel, the lists and the documents needs to find there. */
export type MundoDeDocumentos = { boa: string; presa: string; cte: string };

/** What a walk through e-mails, auditor and files needs. */
export type MundoDeEntrada = { email: string; registro: string; importacao: string };

/** What a walk through administration needs. webhook: its name. */
export type MundoDeAdministracao = { usuario: string; empresa: string; caixa: string; webhook: string };

async function firstOf(page: Page, token: string, method: string): Promise<string> {
  return ((await rpc(page, method, {}, token)) as Lista).results[0]?.id ?? "";
}

/** Plays scenarios. @returns how to wait for the document of one */
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

/** The e-mail of a document, what SEFAZ told, and a file that could not be read. */
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

/** A webhook that is told of mailboxes alone, which stand still here, and a test of it that a server refused. */
async function makeWebhook(page: Page, token: string): Promise<string> {
  const descricao = `Painel ${Date.now() % 1e6}`;
  const webhook = { url: `${process.env.SANDBOX_URL}/nenhum-programa`, descricao, tipos: ["caixa"] };
  const { object } = (await rpc(page, "Webhook.saveWebhook", { webhook }, token)) as {
    object: { id: string };
  };
  await rpc(page, "Webhook.testWebhook", { id: object.id }, token);
  return descricao;
}

/** The first of each register, and a webhook. */
export async function findRegistros(page: Page, token: string): Promise<MundoDeAdministracao> {
  return {
    usuario: await firstOf(page, token, "Usuario.getListUsuario"),
    empresa: await firstOf(page, token, "Empresa.getListEmpresa"),
    caixa: await firstOf(page, token, "CaixaEmail.getListCaixaEmail"),
    webhook: await makeWebhook(page, token),
  };
}

/** Waits until the auditor knows of a key. @returns the id of its record */
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

/** Sends the beginning of a document alone. @returns the importação, once it says so */
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

/** The address in a letter that lets somebody in, as a path of ours. */
export async function linkOf(page: Page, para: string, caminho: RegExp): Promise<string> {
  const texto = await waitCarta(page, para, caminho);
  const link = new RegExp(`${caminho.source}[A-Za-z0-9_-]{43}`).exec(texto)?.[0];
  if (link === undefined) throw new Error(`the letter to ${para} has no link`);
  return link;
}

/** Invites two people; one accepts and forgets the password. @returns the addresses of their letters */
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
