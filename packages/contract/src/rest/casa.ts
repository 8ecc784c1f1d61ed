import * as z from "zod/mini";
import { CAIXA_VIVOS } from "../devolvidos.ts";
import { APAGAR_DIAS_MAX, CERTIFICADO_MAX_BYTES, FILTRO_TEXTO_MAX } from "../limits.ts";
import { AUDITOR_ORDERS, auditorFilter, auditorRow, auditorWire } from "../services/auditor.ts";
import {
  AUTENTICACOES_CAIXA,
  CAIXA_ORDERS,
  caixaDetalheWire,
  caixaEmailMethods,
  caixaWire,
  TIPOS_CAIXA,
} from "../services/caixa-email.ts";
import { contaMethods, usoWire } from "../services/conta.ts";
import { EMAIL_ORDERS, emailFilter, emailRow, emailWire } from "../services/email.ts";
import { certificadoWire, EMPRESA_ORDERS, empresaWire } from "../services/empresa.ts";
import { papel } from "../services/nota-filtro.ts";
import { AGRUPAMENTOS, estatisticaWire, painelMethods } from "../services/painel.ts";
import { diaParam } from "../wire-dates.ts";
import { porId, porPagina } from "./comum.ts";
import { arquivo, criado, json, lista, nada, rota } from "./rota.ts";

const texto = z.string().check(z.maxLength(FILTRO_TEXTO_MAX));
const obrigatorio = z.string().check(
  z.maxLength(FILTRO_TEXTO_MAX),
  z.refine((text) => text.trim() !== "", "textoEmBranco"),
);
const segredo = z.string().check(z.maxLength(8_192));

const empresa = z.strictObject({
  nome: obrigatorio,
  cnpj: obrigatorio,
  uf: z.optional(z.nullable(z.string().check(z.regex(/^([A-Z]{2})?$/, "campoUf")))),
  ativarAuditor: z.boolean(),
  ativarManifestacao: z.boolean(),
  cienciaAutomatica: z.optional(z.boolean()),
  feedSefaz: z.optional(z.boolean()),
  downloadPublico: z.optional(z.boolean()),
});

const conexao = {
  tipo: z.enum(TIPOS_CAIXA),
  servidor: obrigatorio,
  porta: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(65_535)))),
  usuario: obrigatorio,
  senha: z.optional(z.nullable(texto)),
  autenticacao: z.optional(z.enum(AUTENTICACOES_CAIXA)),
  oauth: z.optional(
    z.nullable(
      z.strictObject({
        provedor: texto,
        tokenUrl: z.string().check(z.maxLength(500)),
        clientId: z.string().check(z.maxLength(500)),
        escopo: z.string().check(z.maxLength(1_000)),
        clientSecret: z.optional(z.nullable(segredo)),
        refreshToken: z.optional(z.nullable(segredo)),
      }),
    ),
  ),
  pasta: z.optional(z.nullable(texto)),
  certificadoFixado: z.optional(
    z.nullable(z.string().check(z.regex(/^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/, "campoImpressao"))),
  ),
};
const caixa = z.strictObject({
  ...conexao,
  descricao: texto,
  apagarAposDias: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(APAGAR_DIAS_MAX)))),
});

const painel = z.strictObject({
  entradaSaida: papel,
  de: diaParam,
  ate: diaParam,
  cnpjEmpresa: z.optional(texto),
  agrupamento: z.optional(z.enum(AGRUPAMENTOS)),
});

export const casaRest = {
  "GET /auditor": rota({
    secao: "Auditor",
    resumo: "O que a SEFAZ diz ter autorizado, cancelado ou registrado para as empresas da conta",
    escopo: "notas:ler",
    gemeo: "Auditor.getListAuditor",
    query: z.strictObject({
      ...auditorFilter.shape,
      ordem: z.optional(z.enum(AUDITOR_ORDERS)),
      ...porPagina,
    }),
    responde: json(lista(auditorRow)),
    recusas: [422],
  }),
  "GET /auditor/{id}": rota({
    secao: "Auditor",
    resumo: "Um registro do auditor",
    escopo: "notas:ler",
    gemeo: "Auditor.getAuditor",
    caminho: porId,
    responde: json(auditorWire),
  }),
  "GET /emails": rota({
    secao: "E-mails",
    resumo: "E-mails recebidos, e o que cada um trouxe",
    escopo: "emails:ler",
    gemeo: "Email.getListEmail",
    query: z.strictObject({ ...emailFilter.shape, ordem: z.optional(z.enum(EMAIL_ORDERS)), ...porPagina }),
    responde: json(lista(emailRow)),
    recusas: [422],
  }),
  "GET /emails/{id}": rota({
    secao: "E-mails",
    resumo: "Um e-mail, com o destino de cada parte",
    escopo: "emails:ler",
    gemeo: "Email.getEmail",
    caminho: porId,
    responde: json(emailWire),
  }),
  "GET /emails/{id}/original": rota({
    secao: "E-mails",
    resumo: "A mensagem como chegou",
    escopo: "emails:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: porId,
    responde: arquivo("application/octet-stream"),
  }),
  "GET /emails/{id}/anexos/{anexoId}": rota({
    secao: "E-mails",
    resumo: "Uma parte de um e-mail",
    escopo: "emails:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: z.strictObject({ id: z.uuid(), anexoId: z.uuid() }),
    responde: arquivo("application/octet-stream", "application/pdf", "application/xml", "application/zip"),
  }),
  "POST /emails/{id}/reprocessar": rota({
    secao: "E-mails",
    resumo: "Lê um e-mail de novo",
    escopo: "admin",
    gemeo: "Email.reprocessarEmail",
    caminho: porId,
    responde: nada,
  }),
  "GET /empresas": rota({
    secao: "Empresas",
    resumo: "As empresas da conta",
    escopo: "notas:ler",
    gemeo: "Empresa.getListEmpresa",
    query: z.strictObject({ ordem: z.optional(z.enum(EMPRESA_ORDERS)) }),
    responde: json(lista(empresaWire)),
  }),
  "POST /empresas": rota({
    secao: "Empresas",
    resumo: "Cadastra uma empresa",
    escopo: "admin",
    gemeo: "Empresa.saveEmpresa",
    corpo: empresa,
    responde: criado(empresaWire),
  }),
  "GET /empresas/{id}": rota({
    secao: "Empresas",
    resumo: "Uma empresa",
    escopo: "notas:ler",
    gemeo: "Empresa.getEmpresa",
    caminho: porId,
    responde: json(empresaWire),
    vivos: ["certificado", "documentos", "distribuicoes"],
  }),
  "PUT /empresas/{id}": rota({
    secao: "Empresas",
    resumo: "Altera uma empresa",
    escopo: "admin",
    gemeo: "Empresa.saveEmpresa",
    caminho: porId,
    corpo: empresa,
    responde: json(empresaWire),
    versaoDe: "GET /empresas/{id}",
    recusas: [409],
  }),
  "DELETE /empresas/{id}": rota({
    secao: "Empresas",
    resumo: "Exclui uma empresa que não tem documentos",
    escopo: "admin",
    gemeo: "Empresa.deleteEmpresa",
    caminho: porId,
    responde: nada,
    recusas: [422],
  }),
  "PUT /empresas/{id}/certificado": rota({
    secao: "Empresas",
    resumo: "Envia o certificado A1 de uma empresa",
    descricao:
      "Formulário com o arquivo (.pfx ou .p12) e a senha dele. O certificado guardado não pode ser lido de volta.",
    escopo: "admin",
    gemeo: null,
    acesso: "manager",
    caminho: porId,
    formulario: { arquivo: "arquivo", campos: ["certSenha"], maxBytes: CERTIFICADO_MAX_BYTES },
    responde: json(certificadoWire),
  }),
  "GET /caixasEmail": rota({
    secao: "Caixas de e-mail",
    resumo: "As caixas que o Malote coleta, e como estão",
    escopo: "emails:ler",
    gemeo: "CaixaEmail.getListCaixaEmail",
    query: z.strictObject({ ordem: z.optional(z.enum(CAIXA_ORDERS)) }),
    responde: json(lista(caixaWire)),
  }),
  "POST /caixasEmail": rota({
    secao: "Caixas de e-mail",
    resumo: "Cadastra uma caixa",
    descricao: "A senha pode ser gravada, mas nunca é devolvida.",
    escopo: "admin",
    gemeo: "CaixaEmail.saveCaixaEmail",
    corpo: caixa,
    responde: criado(caixaDetalheWire),
  }),
  "POST /caixasEmail/testar": rota({
    secao: "Caixas de e-mail",
    resumo: "Testa uma conexão, passo a passo, sem cadastrar",
    escopo: "admin",
    gemeo: "CaixaEmail.pingServidor",
    corpo: z.strictObject({
      ...conexao,
      id: z.optional(z.nullable(z.uuid())),
      descricao: z.optional(z.nullable(texto)),
      apagarAposDias: z.optional(z.nullable(z.int())),
    }),
    responde: json(caixaEmailMethods["CaixaEmail.pingServidor"].result.schema),
    semEfeito: true,
    recusas: [404],
  }),
  "GET /caixasEmail/{id}": rota({
    secao: "Caixas de e-mail",
    resumo: "Uma caixa",
    escopo: "emails:ler",
    gemeo: "CaixaEmail.getCaixaEmail",
    caminho: porId,
    responde: json(caixaDetalheWire),
    vivos: Object.keys(CAIXA_VIVOS),
  }),
  "PUT /caixasEmail/{id}": rota({
    secao: "Caixas de e-mail",
    resumo: "Altera uma caixa; sem `senha`, mantém a guardada",
    escopo: "admin",
    gemeo: "CaixaEmail.saveCaixaEmail",
    caminho: porId,
    corpo: caixa,
    responde: json(caixaDetalheWire),
    versaoDe: "GET /caixasEmail/{id}",
    recusas: [409],
  }),
  "DELETE /caixasEmail/{id}": rota({
    secao: "Caixas de e-mail",
    resumo: "Deixa de coletar uma caixa; os e-mails dela são mantidos",
    escopo: "admin",
    gemeo: "CaixaEmail.deleteCaixaEmail",
    caminho: porId,
    responde: nada,
    recusas: [422],
  }),
  "POST /caixasEmail/{id}/coletar": rota({
    secao: "Caixas de e-mail",
    resumo: "Coleta uma caixa agora",
    escopo: "admin",
    gemeo: "CaixaEmail.coletarAgora",
    caminho: porId,
    responde: nada,
  }),
  "GET /painel/estatistica": rota({
    secao: "Painel",
    resumo: "Totais e séries de um período",
    escopo: "notas:ler",
    gemeo: "Painel.getEstatistica",
    query: painel,
    responde: json(estatisticaWire),
    recusas: [422],
  }),
  "GET /painel/uf": rota({
    secao: "Painel",
    resumo: "O mesmo por UF da outra parte",
    escopo: "notas:ler",
    gemeo: "Painel.getEstatisticaUF",
    query: painel,
    responde: json(z.object({ itens: z.array(painelMethods["Painel.getEstatisticaUF"].result.schema) })),
    recusas: [422],
  }),
  "GET /painel/detalhado": rota({
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
  "GET /conta": rota({
    secao: "Conta",
    resumo: "A conta do token, o plano e o uso do mês",
    escopo: null,
    gemeo: "Conta.getConta",
    responde: json(contaMethods["Conta.getConta"].result.schema),
  }),
  "GET /conta/uso": rota({
    secao: "Conta",
    resumo: "O uso dos últimos doze meses",
    escopo: null,
    gemeo: "Conta.getListUso",
    responde: json(z.object({ itens: z.array(usoWire) })),
  }),
} as const;
