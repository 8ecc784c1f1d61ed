import * as z from "zod/mini";
import { CERTIFICADO_MAX_BYTES, DELETE_AFTER_DAYS_MAX, FILTER_TEXT_MAX } from "../limits.ts";
import { CAIXA_STATUS_FIELDS } from "../returned-entities.ts";
import { AUDITOR_ORDERS, auditorFilter, auditorRow, auditorWire } from "../services/auditor.ts";
import {
  CAIXA_AUTH_METHODS,
  CAIXA_ORDERS,
  CAIXA_TYPES,
  caixaDetailWire,
  caixaEmailMethods,
  caixaWire,
} from "../services/caixa-email.ts";
import { contaMethods, usageWire } from "../services/conta.ts";
import { EMAIL_ORDERS, emailFilter, emailRow, emailWire } from "../services/email.ts";
import { certificadoWire, EMPRESA_ORDERS, empresaWire } from "../services/empresa.ts";
import { side } from "../services/nota/filter.ts";
import { GROUPINGS, painelMethods, statisticWire, topsWire } from "../services/painel.ts";
import { diaParam } from "../wire-dates.ts";
import { created, fileResponse, json, listOf, noContent, restRoute } from "./route.ts";
import { byId, byPage } from "./shared.ts";

const filterText = z.string().check(z.maxLength(FILTER_TEXT_MAX));
const requiredText = z.string().check(
  z.maxLength(FILTER_TEXT_MAX),
  z.refine((text) => text.trim() !== "", "textoEmBranco"),
);
const secretText = z.string().check(z.maxLength(8_192));

const empresa = z.strictObject({
  nome: requiredText,
  cnpj: requiredText,
  uf: z.optional(z.nullable(z.string().check(z.regex(/^([A-Z]{2})?$/, "campoUf")))),
  ativarAuditor: z.boolean(),
  ativarManifestacao: z.boolean(),
  cienciaAutomatica: z.optional(z.boolean()),
  feedSefaz: z.optional(z.boolean()),
  downloadPublico: z.optional(z.boolean()),
});

const connection = {
  tipo: z.enum(CAIXA_TYPES),
  servidor: requiredText,
  porta: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(65_535)))),
  usuario: requiredText,
  senha: z.optional(z.nullable(filterText)),
  autenticacao: z.optional(z.enum(CAIXA_AUTH_METHODS)),
  oauth: z.optional(
    z.nullable(
      z.strictObject({
        provedor: filterText,
        tokenUrl: z.string().check(z.maxLength(500)),
        clientId: z.string().check(z.maxLength(500)),
        escopo: z.string().check(z.maxLength(1_000)),
        clientSecret: z.optional(z.nullable(secretText)),
        refreshToken: z.optional(z.nullable(secretText)),
      }),
    ),
  ),
  pasta: z.optional(z.nullable(filterText)),
  certificadoFixado: z.optional(
    z.nullable(z.string().check(z.regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/, "campoImpressao"))),
  ),
};
const caixa = z.strictObject({
  ...connection,
  descricao: filterText,
  apagarAposDias: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(DELETE_AFTER_DAYS_MAX)))),
});

const painel = z.strictObject({
  entradaSaida: side,
  de: diaParam,
  ate: diaParam,
  cnpjEmpresa: z.optional(filterText),
  agrupamento: z.optional(z.enum(GROUPINGS)),
});

export const administrationRest = {
  "GET /auditor": restRoute({
    secao: "Auditor",
    resumo: "O que a SEFAZ diz ter autorizado, cancelado ou registrado para as empresas da conta",
    escopo: "notas:ler",
    gemeo: "Auditor.getListAuditor",
    query: z.strictObject({
      ...auditorFilter.shape,
      ordem: z.optional(z.enum(AUDITOR_ORDERS)),
      ...byPage,
    }),
    responde: json(listOf(auditorRow)),
    recusas: [422],
  }),
  "GET /auditor/{id}": restRoute({
    secao: "Auditor",
    resumo: "Um registro do auditor",
    escopo: "notas:ler",
    gemeo: "Auditor.getAuditor",
    caminho: byId,
    responde: json(auditorWire),
  }),
  "GET /emails": restRoute({
    secao: "E-mails",
    resumo: "E-mails recebidos, e o que cada um trouxe",
    escopo: "emails:ler",
    gemeo: "Email.getListEmail",
    query: z.strictObject({ ...emailFilter.shape, ordem: z.optional(z.enum(EMAIL_ORDERS)), ...byPage }),
    responde: json(listOf(emailRow)),
    recusas: [422],
  }),
  "GET /emails/{id}": restRoute({
    secao: "E-mails",
    resumo: "Um e-mail, com o destino de cada parte",
    escopo: "emails:ler",
    gemeo: "Email.getEmail",
    caminho: byId,
    responde: json(emailWire),
  }),
  "GET /emails/{id}/original": restRoute({
    secao: "E-mails",
    resumo: "A mensagem como chegou",
    escopo: "emails:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: byId,
    responde: fileResponse("application/octet-stream"),
  }),
  "GET /emails/{id}/anexos/{anexoId}": restRoute({
    secao: "E-mails",
    resumo: "Uma parte de um e-mail",
    escopo: "emails:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: z.strictObject({ id: z.uuid(), anexoId: z.uuid() }),
    responde: fileResponse(
      "application/octet-stream",
      "application/pdf",
      "application/xml",
      "application/zip",
    ),
  }),
  "POST /emails/{id}/reprocessar": restRoute({
    secao: "E-mails",
    resumo: "Lê um e-mail de novo",
    escopo: "admin",
    gemeo: "Email.reprocessarEmail",
    caminho: byId,
    responde: noContent,
  }),
  "GET /empresas": restRoute({
    secao: "Empresas",
    resumo: "As empresas da conta",
    escopo: "notas:ler",
    gemeo: "Empresa.getListEmpresa",
    query: z.strictObject({ ordem: z.optional(z.enum(EMPRESA_ORDERS)) }),
    responde: json(listOf(empresaWire)),
  }),
  "POST /empresas": restRoute({
    secao: "Empresas",
    resumo: "Cadastra uma empresa",
    escopo: "admin",
    gemeo: "Empresa.saveEmpresa",
    corpo: empresa,
    responde: created(empresaWire),
  }),
  "GET /empresas/{id}": restRoute({
    secao: "Empresas",
    resumo: "Uma empresa",
    escopo: "notas:ler",
    gemeo: "Empresa.getEmpresa",
    caminho: byId,
    responde: json(empresaWire),
    vivos: ["certificado", "documentos", "distribuicoes"],
  }),
  "PUT /empresas/{id}": restRoute({
    secao: "Empresas",
    resumo: "Altera uma empresa",
    escopo: "admin",
    gemeo: "Empresa.saveEmpresa",
    caminho: byId,
    corpo: empresa,
    responde: json(empresaWire),
    versaoDe: "GET /empresas/{id}",
    recusas: [409],
  }),
  "DELETE /empresas/{id}": restRoute({
    secao: "Empresas",
    resumo: "Exclui uma empresa que não tem documentos",
    escopo: "admin",
    gemeo: "Empresa.deleteEmpresa",
    caminho: byId,
    responde: noContent,
    recusas: [422],
  }),
  "PUT /empresas/{id}/certificado": restRoute({
    secao: "Empresas",
    resumo: "Envia o certificado A1 de uma empresa",
    descricao:
      "Formulário com o arquivo (.pfx ou .p12) e a senha dele. O certificado guardado não pode ser lido de volta.",
    escopo: "admin",
    gemeo: null,
    acesso: "manager",
    caminho: byId,
    formulario: { arquivo: "arquivo", campos: ["certSenha"], maxBytes: CERTIFICADO_MAX_BYTES },
    responde: json(certificadoWire),
  }),
  "GET /caixasEmail": restRoute({
    secao: "Caixas de e-mail",
    resumo: "As caixas que o Malote coleta, e como estão",
    escopo: "emails:ler",
    gemeo: "CaixaEmail.getListCaixaEmail",
    query: z.strictObject({ ordem: z.optional(z.enum(CAIXA_ORDERS)) }),
    responde: json(listOf(caixaWire)),
  }),
  "POST /caixasEmail": restRoute({
    secao: "Caixas de e-mail",
    resumo: "Cadastra uma caixa",
    descricao: "A senha pode ser gravada, mas nunca é devolvida.",
    escopo: "admin",
    gemeo: "CaixaEmail.saveCaixaEmail",
    corpo: caixa,
    responde: created(caixaDetailWire),
  }),
  "POST /caixasEmail/testar": restRoute({
    secao: "Caixas de e-mail",
    resumo: "Testa uma conexão, passo a passo, sem cadastrar",
    escopo: "admin",
    gemeo: "CaixaEmail.pingServidor",
    corpo: z.strictObject({
      ...connection,
      id: z.optional(z.nullable(z.uuid())),
      descricao: z.optional(z.nullable(filterText)),
      apagarAposDias: z.optional(z.nullable(z.int())),
    }),
    responde: json(caixaEmailMethods["CaixaEmail.pingServidor"].result.schema),
    semEfeito: true,
    recusas: [404],
  }),
  "GET /caixasEmail/{id}": restRoute({
    secao: "Caixas de e-mail",
    resumo: "Uma caixa",
    escopo: "emails:ler",
    gemeo: "CaixaEmail.getCaixaEmail",
    caminho: byId,
    responde: json(caixaDetailWire),
    vivos: Object.keys(CAIXA_STATUS_FIELDS),
  }),
  "PUT /caixasEmail/{id}": restRoute({
    secao: "Caixas de e-mail",
    resumo: "Altera uma caixa; sem `senha`, mantém a guardada",
    escopo: "admin",
    gemeo: "CaixaEmail.saveCaixaEmail",
    caminho: byId,
    corpo: caixa,
    responde: json(caixaDetailWire),
    versaoDe: "GET /caixasEmail/{id}",
    recusas: [409],
  }),
  "DELETE /caixasEmail/{id}": restRoute({
    secao: "Caixas de e-mail",
    resumo: "Deixa de coletar uma caixa; os e-mails dela são mantidos",
    escopo: "admin",
    gemeo: "CaixaEmail.deleteCaixaEmail",
    caminho: byId,
    responde: noContent,
    recusas: [422],
  }),
  "POST /caixasEmail/{id}/coletar": restRoute({
    secao: "Caixas de e-mail",
    resumo: "Coleta uma caixa agora",
    escopo: "admin",
    gemeo: "CaixaEmail.coletarAgora",
    caminho: byId,
    responde: noContent,
  }),
  "GET /painel/estatistica": restRoute({
    secao: "Painel",
    resumo: "Totais e séries de um período",
    escopo: "notas:ler",
    gemeo: "Painel.getEstatistica",
    query: painel,
    responde: json(statisticWire),
    recusas: [422],
  }),
  "GET /painel/partes": restRoute({
    secao: "Painel",
    resumo: "As outras partes com mais valor no período, e o que vence das notas não integradas",
    escopo: "notas:ler",
    gemeo: "Painel.getPartesVencimentos",
    query: painel,
    responde: json(topsWire),
    recusas: [422],
  }),
  "GET /painel/uf": restRoute({
    secao: "Painel",
    resumo: "O mesmo por UF da outra parte",
    escopo: "notas:ler",
    gemeo: "Painel.getEstatisticaUF",
    query: painel,
    responde: json(z.object({ itens: z.array(painelMethods["Painel.getEstatisticaUF"].result.schema) })),
    recusas: [422],
  }),
  "GET /painel/detalhado": restRoute({
    secao: "Painel",
    resumo: "O mesmo por período, empresa e tipo",
    escopo: "notas:ler",
    gemeo: "Painel.getEstatisticaDetalhado",
    query: painel,
    responde: json(
      z.object({ itens: z.array(painelMethods["Painel.getEstatisticaDetalhado"].result.schema) }),
    ),
    recusas: [422],
  }),
  "GET /conta": restRoute({
    secao: "Conta",
    resumo: "A conta do token, o plano e o uso do mês",
    escopo: null,
    gemeo: "Conta.getConta",
    responde: json(contaMethods["Conta.getConta"].result.schema),
  }),
  "GET /conta/uso": restRoute({
    secao: "Conta",
    resumo: "O uso dos últimos doze meses",
    escopo: null,
    gemeo: "Conta.getListUso",
    responde: json(z.object({ itens: z.array(usageWire) })),
  }),
} as const;
