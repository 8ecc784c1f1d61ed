import type { MethodName, ParamsOf } from "@malote/contract";
import { makePfx, SENHA } from "./certificado.ts";
import { type Ids, writeXml } from "./replay-mundo.ts";
import { PNG } from "./replay-rows.ts";

type Chamadas = { [N in MethodName]: (i: Ids) => ParamsOf<N> };

const periodo = { de: "2026-01-01", ate: "2026-12-31" };
const painel = (i: Ids) =>
  ({ searchTipoAnalise: "E", searchDateRange: periodo, searchCnpjCpfEmpresa: i.cnpj }) as const;
const pessoa = (i: Ids) => ({
  nome: i.novo,
  nomeUsuario: i.novo,
  nomeCompleto: i.novo,
  email: `${i.novo}@novo.test`,
});
const conexao = { tipo: "pop3", servidor: "127.0.0.1", porta: 9, usuario: "caixa" } as const;
const consulta = (i: Ids) => ({ tipo: "NFe", chave: i.chave }) as const;
const token = (i: Ids) => `${i.usuario}${i.convidado}`.replaceAll("-", "").slice(0, 43);
const busca = (i: Ids) => ({ searchKey: i.pista });

const PASSKEY = { id: "AAAA", clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" };

/**
 * The params of each method, made from the ids that the caller names. A method without an entry
 * does not compile.
 */
export const CHAMADAS: Chamadas = {
  "Auth.logar": (i) => ({ identificador: i.novo, nomeUsuario: `usuario${i.apelido}`, senha: "Errada123" }),
  "Auth.retomar": () => ({}),
  "Auth.sair": () => ({}),
  "Auth.getListSessao": () => ({}),
  "Auth.endSessao": (i) => ({ id: i.sessao }),
  "Auth.endOutrasSessoes": () => ({}),
  "Auth.startSegundoFator": () => ({ senha: "Errada123" }),
  "Auth.confirmSegundoFator": () => ({ codigo: "000000" }),
  "Auth.removeSegundoFator": () => ({ senha: "Errada123" }),
  "Auth.reautenticar": () => ({ senha: "Errada123" }),
  "Passkey.getListPasskey": () => ({}),
  "Passkey.startPasskey": () => ({}),
  "Passkey.confirmPasskey": () => ({
    nome: "x",
    resposta: { id: "AAAA", clientDataJSON: "AAAA", attestationObject: "AAAA" },
  }),
  "Passkey.renamePasskey": (i) => ({ id: i.usuario, nome: i.novo }),
  "Passkey.removePasskey": (i) => ({ id: i.usuario }),
  "Passkey.startProva": () => ({}),
  "Passkey.startEntrada": () => ({}),
  "Passkey.logar": (i) => ({ identificador: i.novo, passkey: PASSKEY }),
  "Usuario.getUsuarioAtual": () => ({}),
  "Usuario.getAPIToken": () => ({}),
  "Usuario.setNewAPIToken": () => ({}),
  "ApiToken.getListApiToken": () => ({}),
  "ApiToken.saveApiToken": (i) => ({
    apiToken: { id: i.apiToken, nome: i.novo, escopos: ["notas:ler"], empresas: [i.empresa] },
  }),
  "ApiToken.rotateApiToken": (i) => ({ id: i.apiToken }),
  "ApiToken.revokeApiToken": (i) => ({ id: i.apiToken }),
  "Usuario.getListUsuario": () => ({}),
  "Usuario.getUsuario": (i) => ({ id: i.usuario }),
  "Usuario.saveUsuario": (i) => ({ usuario: { id: i.usuario, ...pessoa(i), administrador: true } }),
  "Usuario.deleteUsuario": (i) => ({ id: i.usuario }),
  "Usuario.saveColor": () => ({ color: "#112233" }),
  "Usuario.setAtivo": (i) => ({ id: i.usuario, ativo: false }),
  // An unknown address: a reset e-mail goes to the address, so that anyone may request it.
  "Usuario.resetPassword": (i) => ({ email: `${i.novo}@novo.test` }),
  "Usuario.loadSetupPassword": (i) => ({ resetToken: token(i) }),
  "Usuario.saveSetupPassword": (i) => ({ usuario: null, resetToken: token(i), newPassword: "Malote1234" }),
  "Usuario.inviteUsuario": (i) => ({ usuario: { id: i.convidado, ...pessoa(i), empresas: [i.empresa] } }),
  "Usuario.loadInviteUsuario": (i) => ({ inviteToken: token(i) }),
  "Usuario.saveInviteUsuario": (i) => ({ usuario: null, inviteToken: token(i), password: "Malote1234" }),
  "Nota.getListNota": (i) => ({ entradaSaida: "E", searchFilter: { chaveAcesso: i.chave } }),
  "Nota.getNota": (i) => ({ id: i.nota }),
  "Nota.getNotaJson": (i) => ({ id: i.nota }),
  "Nota.getNumeroDivergencias": (i) => ({ searchDateRange: periodo, searchCnpjCpfEmpresa: i.cnpj }),
  "Nota.getNotasDivergentes": (i) => ({ searchDateRange: periodo, searchCnpjCpfEmpresa: i.cnpj }),
  "Nota.globalSearchNota": busca,
  // Without a captcha: public data of a chave is public to everyone.
  "Nota.getNotaDownloadPublico": (i) => ({ captcha: "x", ChaveAcesso: i.chave }),
  "Nota.getNotasEntradaEmAberto": () => ({}),
  "Nota.setProcessadoErp": (i) => ({ id: i.nota, processado: true }),
  "Nota.setRecebido": (i) => ({ id: i.nota, recebido: true }),
  "Nota.setConferido": (i) => ({ id: i.nota, conferido: true }),
  "Nota.liberarQuarentena": (i) => ({ id: i.quarentena, motivo: "Conferido com o fornecedor por telefone" }),
  "Nota.manifestacao": (i) => ({ tipo: "NFe", id: i.nota, novoStatus: 4 }),
  "Nota.manifestarLote": (i) => ({ ids: [i.nota, i.quarentena], novoStatus: 1 }),
  "Nota.sendEvento": (i) => ({ id: i.nota, tpEvento: "211128", aceita: true }),
  "Nota.hasSefazStatus": consulta,
  "Nota.consultarSefaz": consulta,
  "Email.getListEmail": (i) => ({ searchFilter: { texto: i.pista } }),
  "Email.getEmail": (i) => ({ id: i.email }),
  "Email.reprocessarEmail": (i) => ({ id: i.email }),
  "CaixaEmail.getListCaixaEmail": () => ({}),
  "CaixaEmail.getCaixaEmail": (i) => ({ id: i.caixa }),
  "CaixaEmail.saveCaixaEmail": (i) => ({ caixaEmail: { id: i.caixa, ...conexao, descricao: "tomada" } }),
  "CaixaEmail.deleteCaixaEmail": (i) => ({ id: i.caixa }),
  "CaixaEmail.pingServidor": (i) => ({ caixa: { id: i.caixa, ...conexao } }),
  "CaixaEmail.coletarAgora": (i) => ({ id: i.caixa }),
  "Empresa.getListEmpresa": () => ({}),
  "Empresa.getEmpresa": (i) => ({ id: i.empresa }),
  "Empresa.saveEmpresa": (i) => ({
    empresa: {
      id: i.empresa,
      nome: "Tomada",
      cnpj: i.cnpj,
      uf: "SP",
      ativarAuditor: true,
      ativarManifestacao: true,
    },
  }),
  "Empresa.deleteEmpresa": (i) => ({ id: i.empresa }),
  "Auditor.getListAuditor": (i) => ({ searchFilter: { cnpjEmitente: i.fornecedor } }),
  "Auditor.getAuditor": (i) => ({ id: i.auditor }),
  "Download.processaDownload": (i) => ({
    entradaSaida: "T",
    dateRange: periodo,
    cnpjEmpresa: i.cnpj,
    cnpj: i.fornecedor,
  }),
  "Download.getListDownload": () => ({}),
  "Importacao.getListImportacao": () => ({}),
  "Importacao.getImportacao": (i) => ({ id: i.importacao }),
  "Importacao.getListImportacaoErros": (i) => ({ importacaoId: i.importacao }),
  "Exportacao.getListExportacao": () => ({}),
  "Exportacao.getExportacao": (i) => ({ id: i.exportacao }),
  "Exportacao.deleteExpired": () => ({}),
  "Conta.getConta": () => ({}),
  "Conta.saveConta": (i) => ({ conta: { tipoPessoa: "Jurídica", identificador: i.novo, uf: "SP" } }),
  "Conta.setSegundoFatorManifestacao": () => ({ exigido: false }),
  "Conta.newConta": (i) => ({
    captcha: "x",
    conta: { tipoPessoa: "Jurídica", identificador: i.novo, uf: "SP" },
    emailUsuario: `usuario@${i.apelido}.test`,
    nomeUsuario: i.novo,
    nomeCompleto: i.novo,
  }),
  "Conta.sendContato": (i) => ({
    captcha: "x",
    homePageContato: { nome: i.novo, email: `${i.novo}@novo.test`, mensagem: i.novo },
  }),
  "Conta.getListUso": () => ({}),
  "Painel.getEstatistica": painel,
  "Painel.getEstatisticaUF": painel,
  "Painel.getEstatisticaDetalhado": painel,
  "Autocomplete.getEmpresas": (i) => ({ searchKey: i.cnpj }),
  "Autocomplete.getParticipantes": busca,
  "Autocomplete.getRemetentes": busca,
  "Autocomplete.getUsuarios": (i) => ({ searchKey: `usuario${i.apelido}` }),
  "Registro.getListRegistro": (i) => ({ searchFilter: { usuarioId: i.usuario } }),
  "Registro.verifyRegistro": () => ({}),
  "Produto.getListConta": () => ({}),
  "Operador.getEstado": () => ({}),
  "Operador.getListFalha": () => ({}),
  "Operador.retryFalhas": (i) => ({ falhas: [{ contaId: i.usuario, id: i.usuario }] }),
  "Operador.getListEspera": () => ({}),
  "Operador.getArmazenamento": () => ({}),
  "Operador.getBackups": () => ({}),
  "Operador.requestBackup": () => ({}),
  "Operador.getListCaixa": () => ({}),
  "Operador.getListCertificado": () => ({}),
  "Operador.warnConta": (i) => ({ sobre: "caixa", contaId: i.usuario, id: i.usuario }),
  "Operador.setPausa": () => ({ pausada: true }),
  "Operador.getListRegistro": () => ({}),
  "Operador.getConfiguracao": () => ({}),
  "Webhook.getListWebhook": () => ({}),
  "Webhook.getWebhook": (i) => ({ id: i.webhook }),
  "Webhook.saveWebhook": (i) => ({
    webhook: {
      id: i.webhook,
      url: "https://erp.exemplo.test/malote",
      tipos: ["nota"],
      empresas: [i.empresa],
    },
  }),
  "Webhook.deleteWebhook": (i) => ({ id: i.webhook }),
  "Webhook.rotateSegredo": (i) => ({ id: i.webhook }),
  "Webhook.testWebhook": (i) => ({ id: i.webhook }),
  "Webhook.getListEntrega": (i) => ({ webhookId: i.webhook }),
  "Webhook.getEntrega": (i) => ({ id: i.entrega }),
  "Webhook.resendEntrega": (i) => ({ id: i.entrega }),
  "Webhook.resendFalhas": (i) => ({ webhookId: i.webhook, desde: "2026-01-01T00:00:00Z" }),
};

/** Further params of methods that can name an entity in several ways. */
export const OUTRAS: readonly { [N in MethodName]: [N, (i: Ids) => ParamsOf<N>] }[MethodName][] = [
  ["Nota.getListNota", (i) => ({ searchFilter: { texto: i.pista, incluirTerceiros: true } })],
  ["Nota.getListNota", (i) => ({ searchFilter: { cnpjEmitente: i.fornecedor }, createFileType: "CSV" })],
  ["Nota.globalSearchNota", (i) => ({ searchKey: i.chave })],
  ["Nota.globalSearchNota", (i) => ({ searchKey: i.fornecedor })],
  ["Nota.setProcessadoErp", (i) => ({ id: i.quarentena, processado: true })],
  ["Nota.manifestacao", (i) => ({ tipo: "NFe", id: i.quarentena, novoStatus: 1 })],
  ["Email.getListEmail", (i) => ({ searchFilter: { remetente: i.pista } })],
  ["Email.getListEmail", (i) => ({ searchFilter: { corpo: i.pista } })],
  ["Auditor.getListAuditor", (i) => ({ searchFilter: { empresaId: i.empresa } })],
  ["Auditor.getListAuditor", (i) => ({ searchFilter: { texto: i.pista } })],
  ["Autocomplete.getParticipantes", (i) => ({ searchKey: i.fornecedor })],
  ["Usuario.saveUsuario", (i) => ({ usuario: { ...pessoa(i), empresas: [i.empresa] } })],
  ["Auth.logar", (i) => ({ identificador: i.novo, nomeUsuario: i.novo, senha: "Errada123" })],
];

/** A download or an upload: every route of ARQUIVOS in the contract. */
export type Arquivo = { path: string; form?: () => FormData };

const formOf = (fields: Record<string, string | Uint8Array>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value)]), "arquivo.xml");
  }
  return form;
};

const PFX = makePfx({ cnpj: "11222333000181" });

const CHART = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>';

export const ARQUIVO_CHAMADAS: Readonly<Record<string, (i: Ids) => Arquivo[]>> = {
  downloadPublico: (i) => [{ path: `downloadPublico?captcha=x&chaveAcesso=${i.chave}` }],
  captcha: () => [{ path: "captcha?acao=nenhuma" }],
  downloadDFe: (i) => [{ path: `downloadDFe?id=${i.nota}` }, { path: `downloadDFe?id=${i.quarentena}` }],
  downloadEvento: (i) => [
    { path: `downloadEvento?id=${i.evento}` },
    { path: `downloadEvento?id=${i.evento}&formato=pdf` },
  ],
  downloadDanfe: (i) => [{ path: `downloadDanfe?id=${i.nota}` }],
  downloadDacte: (i) => [{ path: `downloadDacte?id=${i.nota}` }],
  downloadEmailAnexo: (i) => [
    { path: `downloadEmailAnexo?id=${i.anexo}` },
    { path: `downloadEmailAnexo?id=${i.pdf}` },
    { path: `downloadEmailAnexo?id=${i.anexoErro}` },
    { path: `downloadEmailAnexo?emailId=${i.email}` },
    { path: `downloadEmailAnexo?emailId=${i.importacao}` },
  ],
  downloadExportacao: (i) => [
    { path: `downloadExportacao?id=${i.exportacao}` },
    { path: `downloadExportacao?id=${i.repositorio}` },
  ],
  downloadRepositorio: (i) => [{ path: `downloadRepositorio?id=${i.repositorio}` }],
  downloadArquivoImportacao: (i) => [{ path: `downloadArquivoImportacao?id=${i.importacao}` }],
  downloadLogo: (i) => [{ path: `downloadLogo?id=${i.empresa}` }],
  downloadDiagnostico: () => [{ path: "downloadDiagnostico" }],
  certif: (i) => [
    { path: "certif", form: () => formOf({ empresaId: i.empresa, certSenha: SENHA, arquivo: PFX }) },
  ],
  // A copy of the document itself: it becomes the sender's own and does not reveal other owners.
  import: (i) => [{ path: "import", form: () => formOf({ arquivo: Buffer.from(writeXml(i, i.novo)) }) }],
  logo: (i) => [
    { path: "logo", form: () => formOf({ empresaId: i.empresa, arquivo: PNG }) },
    { path: "logo", form: () => formOf({ empresaId: i.empresa, arquivo: new Uint8Array() }) },
  ],
  exportChart: () => [{ path: "exportChart", form: () => formOf({ svg: CHART, type: "image/svg+xml" }) }],
};
