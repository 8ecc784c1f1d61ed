import type { MethodName, ParamsOf } from "@malote/contract";
import { makePfx, PFX_SENHA } from "../../setup/pfx.ts";
import { writeXml } from "./replay-conta.ts";
import { type EntityIds, PNG } from "./replay-rows.ts";

type ReplayCalls = { [N in MethodName]: (i: EntityIds) => ParamsOf<N> };

const year = { de: "2026-01-01", ate: "2026-12-31" };
const painelParams = (i: EntityIds) =>
  ({ searchTipoAnalise: "E", searchDateRange: year, searchCnpjCpfEmpresa: i.cnpj }) as const;
const userFields = (i: EntityIds) => ({
  nome: i.newName,
  nomeUsuario: i.newName,
  nomeCompleto: i.newName,
  email: `${i.newName}@novo.test`,
});
const connection = { tipo: "pop3", servidor: "127.0.0.1", porta: 9, usuario: "caixa" } as const;
const consultaParams = (i: EntityIds) => ({ tipo: "NFe", chave: i.chave }) as const;
const linkToken = (i: EntityIds) => `${i.usuario}${i.invited}`.replaceAll("-", "").slice(0, 43);
const searchParams = (i: EntityIds) => ({ searchKey: i.nameWord });

const PASSKEY = { id: "AAAA", clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" };

/**
 * The params of each method, made from the ids that the caller names. A method without an entry
 * does not compile.
 */
export const REPLAY_CALLS: ReplayCalls = {
  "Auth.logar": (i) => ({
    identificador: i.newName,
    nomeUsuario: `usuario${i.userWord}`,
    senha: "Errada123",
  }),
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
  "Passkey.renamePasskey": (i) => ({ id: i.usuario, nome: i.newName }),
  "Passkey.removePasskey": (i) => ({ id: i.usuario }),
  "Passkey.startProva": () => ({}),
  "Passkey.startEntrada": () => ({}),
  "Passkey.logar": (i) => ({ identificador: i.newName, passkey: PASSKEY }),
  "Usuario.getUsuarioAtual": () => ({}),
  "Usuario.getAPIToken": () => ({}),
  "Usuario.setNewAPIToken": () => ({}),
  "ApiToken.getListApiToken": () => ({}),
  "ApiToken.saveApiToken": (i) => ({
    apiToken: { id: i.apiToken, nome: i.newName, escopos: ["notas:ler"], empresas: [i.empresa] },
  }),
  "ApiToken.rotateApiToken": (i) => ({ id: i.apiToken }),
  "ApiToken.revokeApiToken": (i) => ({ id: i.apiToken }),
  "Usuario.getListUsuario": () => ({}),
  "Usuario.getUsuario": (i) => ({ id: i.usuario }),
  "Usuario.saveUsuario": (i) => ({ usuario: { id: i.usuario, ...userFields(i), administrador: true } }),
  "Usuario.deleteUsuario": (i) => ({ id: i.usuario }),
  "Usuario.getMeusDados": () => ({}),
  "Usuario.deleteMeusDados": (i) => ({ nomeUsuario: i.newName }),
  "Usuario.saveColor": () => ({ color: "#112233" }),
  "Usuario.setAtivo": (i) => ({ id: i.usuario, ativo: false }),
  // An unknown address: a reset e-mail goes to the address, so that anyone may request it.
  "Usuario.resetPassword": (i) => ({ email: `${i.newName}@novo.test` }),
  "Usuario.loadSetupPassword": (i) => ({ resetToken: linkToken(i) }),
  "Usuario.saveSetupPassword": (i) => ({
    usuario: null,
    resetToken: linkToken(i),
    newPassword: "Malote1234",
  }),
  "Usuario.inviteUsuario": (i) => ({ usuario: { id: i.invited, ...userFields(i), empresas: [i.empresa] } }),
  "Usuario.loadInviteUsuario": (i) => ({ inviteToken: linkToken(i) }),
  "Usuario.saveInviteUsuario": (i) => ({ usuario: null, inviteToken: linkToken(i), password: "Malote1234" }),
  "Nota.getListNota": (i) => ({ entradaSaida: "E", searchFilter: { chaveAcesso: i.chave } }),
  "Nota.getNota": (i) => ({ id: i.nota }),
  "Nota.getNotaJson": (i) => ({ id: i.nota }),
  "Nota.getNumeroDivergencias": (i) => ({ searchDateRange: year, searchCnpjCpfEmpresa: i.cnpj }),
  "Nota.getNotasDivergentes": (i) => ({ searchDateRange: year, searchCnpjCpfEmpresa: i.cnpj }),
  "Nota.globalSearchNota": searchParams,
  // Without a captcha: public data of a chave is public to everyone.
  "Nota.getNotaDownloadPublico": (i) => ({ captcha: "x", ChaveAcesso: i.chave }),
  "Nota.getNotasEntradaEmAberto": () => ({}),
  "Nota.setProcessadoErp": (i) => ({ id: i.nota, processado: true }),
  "Nota.setRecebido": (i) => ({ id: i.nota, recebido: true }),
  "Nota.setConferido": (i) => ({ id: i.nota, conferido: true }),
  "Nota.liberarQuarentena": (i) => ({ id: i.quarentena, motivo: "Conferido com o fornecedor por telefone" }),
  "Nota.colocarQuarentena": (i) => ({ id: i.nota, motivo: "Cancelada na SEFAZ depois do envio" }),
  "Nota.manifestacao": (i) => ({ tipo: "NFe", id: i.nota, novoStatus: 4 }),
  "Nota.manifestarLote": (i) => ({ ids: [i.nota, i.quarentena], novoStatus: 1 }),
  "Nota.sendEvento": (i) => ({ id: i.nota, tpEvento: "211128", aceita: true }),
  "Nota.hasSefazStatus": consultaParams,
  "Nota.consultarSefaz": consultaParams,
  "Email.getListEmail": (i) => ({ searchFilter: { texto: i.nameWord } }),
  "Email.getEmail": (i) => ({ id: i.email }),
  "Email.reprocessarEmail": (i) => ({ id: i.email }),
  "CaixaEmail.getListCaixaEmail": () => ({}),
  "CaixaEmail.getCaixaEmail": (i) => ({ id: i.caixa }),
  "CaixaEmail.saveCaixaEmail": (i) => ({ caixaEmail: { id: i.caixa, ...connection, descricao: "tomada" } }),
  "CaixaEmail.deleteCaixaEmail": (i) => ({ id: i.caixa }),
  "CaixaEmail.pingServidor": (i) => ({ caixa: { id: i.caixa, ...connection } }),
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
  "PedidoXml.getListFornecedor": (i) => ({ searchFilter: { cnpjEmitente: i.fornecedor } }),
  "PedidoXml.getCarta": (i) => ({ ids: [i.faltando] }),
  "PedidoXml.pedirXml": (i) => ({ ids: [i.faltando], para: `${i.newName}@novo.test` }),
  "PedidoXml.setPedidoPorFora": (i) => ({ ids: [i.faltando], pedido: true }),
  "PedidoXml.darCiencia": (i) => ({ ids: [i.faltando] }),
  "PedidoXml.setLembrete": () => ({ dias: 7 }),
  "Lote.getContagem": (i) => ({ ids: [i.nota, i.quarentena] }),
  "Lote.getListLote": () => ({}),
  "Lote.getLote": (i) => ({ id: i.lote }),
  "Lote.getListDocumento": (i) => ({ id: i.lote }),
  "Lote.endLote": (i) => ({ id: i.lote }),
  "Lote.startDesfazer": (i) => ({ id: i.lote }),
  "Lote.retryLote": (i) => ({ id: i.lote }),
  "Lote.startMarca": (i) => ({ ids: [i.nota], marca: "conferido", valor: true }),
  "Lote.startManifestacao": (i) => ({ ids: [i.nota], novoStatus: 1 }),
  "Download.processaDownload": (i) => ({
    entradaSaida: "T",
    dateRange: year,
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
  "Conta.saveConta": (i) => ({ conta: { tipoPessoa: "Jurídica", identificador: i.newName, uf: "SP" } }),
  "Conta.setSegundoFatorManifestacao": () => ({ exigido: false }),
  "Conta.newConta": (i) => ({
    captcha: "x",
    conta: { tipoPessoa: "Jurídica", identificador: i.newName, uf: "SP" },
    emailUsuario: `usuario@${i.userWord}.test`,
    nomeUsuario: i.newName,
    nomeCompleto: i.newName,
  }),
  "Conta.sendContato": (i) => ({
    captcha: "x",
    homePageContato: { nome: i.newName, email: `${i.newName}@novo.test`, mensagem: i.newName },
  }),
  "Conta.getListUso": () => ({}),
  "Painel.getEstatistica": painelParams,
  "Painel.getPartesVencimentos": painelParams,
  "Painel.getEstatisticaUF": painelParams,
  "Painel.getEstatisticaDetalhado": painelParams,
  "Autocomplete.getEmpresas": (i) => ({ searchKey: i.cnpj }),
  "Autocomplete.getParticipantes": searchParams,
  "Autocomplete.getRemetentes": searchParams,
  "Autocomplete.getUsuarios": (i) => ({ searchKey: `usuario${i.userWord}` }),
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
  "Visao.getListVisao": () => ({}),
  "Visao.getVisao": (i) => ({ id: i.visao }),
  "Visao.saveVisao": (i) => ({
    visao: { lista: "recebidos", nome: i.newName, busca: "", colunas: "", compartilhada: false },
  }),
  "Visao.deleteVisao": (i) => ({ id: i.visao }),
  "Visao.setPadrao": () => ({ lista: "recebidos", id: null }),
  "Visao.importVisoes": (i) => ({
    lista: "auditor",
    visoes: [{ id: i.empresa, nome: i.newName, busca: "", colunas: "" }],
  }),
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
export const FURTHER_CALLS: readonly { [N in MethodName]: [N, (i: EntityIds) => ParamsOf<N>] }[MethodName][] =
  [
    ["Nota.getListNota", (i) => ({ searchFilter: { texto: i.nameWord, incluirTerceiros: true } })],
    ["Nota.getListNota", (i) => ({ searchFilter: { cnpjEmitente: i.fornecedor }, createFileType: "CSV" })],
    ["Nota.globalSearchNota", (i) => ({ searchKey: i.chave })],
    ["Nota.globalSearchNota", (i) => ({ searchKey: i.fornecedor })],
    ["Nota.setProcessadoErp", (i) => ({ id: i.quarentena, processado: true })],
    ["Nota.manifestacao", (i) => ({ tipo: "NFe", id: i.quarentena, novoStatus: 1 as const })],
    ["Email.getListEmail", (i) => ({ searchFilter: { remetente: i.nameWord } })],
    ["Email.getListEmail", (i) => ({ searchFilter: { corpo: i.nameWord } })],
    ["Auditor.getListAuditor", (i) => ({ searchFilter: { empresaId: i.empresa } })],
    ["Auditor.getListAuditor", (i) => ({ searchFilter: { texto: i.nameWord } })],
    ["Autocomplete.getParticipantes", (i) => ({ searchKey: i.fornecedor })],
    ["Usuario.saveUsuario", (i) => ({ usuario: { ...userFields(i), empresas: [i.empresa] } })],
    ["Auth.logar", (i) => ({ identificador: i.newName, nomeUsuario: i.newName, senha: "Errada123" })],
  ];

/** A download or an upload: every route of ARQUIVOS in the contract. */
export type FileCall = { path: string; form?: () => FormData };

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

export const FILE_CALLS: Readonly<Record<string, (i: EntityIds) => FileCall[]>> = {
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
    { path: "certif", form: () => formOf({ empresaId: i.empresa, certSenha: PFX_SENHA, arquivo: PFX }) },
  ],
  // A copy of the document itself: it becomes the sender's own and does not reveal other owners.
  import: (i) => [{ path: "import", form: () => formOf({ arquivo: Buffer.from(writeXml(i, i.newName)) }) }],
  logo: (i) => [
    { path: "logo", form: () => formOf({ empresaId: i.empresa, arquivo: PNG }) },
    { path: "logo", form: () => formOf({ empresaId: i.empresa, arquivo: new Uint8Array() }) },
  ],
  exportChart: () => [{ path: "exportChart", form: () => formOf({ svg: CHART, type: "image/svg+xml" }) }],
};
