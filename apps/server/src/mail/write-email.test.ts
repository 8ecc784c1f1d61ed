import { CAIXA_FAILURES } from "@malote/contract";
import { DAY_MS, formatInteger, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import { EMAIL_DATA, parseEmailContent } from "../services/outgoing-email/outgoing-email.rules.ts";
import type { NotificationContent } from "./templates.ts";
import { writeEmail } from "./write-email.ts";

const context = {
  identificador: "empresa",
  zona: "America/Sao_Paulo",
  urlBase: "https://malote.exemplo.test",
};
const caixa = {
  caixaId: "0199f1c2-7a51-7c11-8b36-0f4d6a2b9c01",
  descricao: "Filial Recife",
  servidor: "imap.exemplo.test",
  usuario: "fiscal@exemplo.test",
};
const erroDesde = new Date("2026-11-20T12:41:00Z");
const recuperadaEm = new Date("2026-11-21T15:02:00Z");

const caixaFailed = (o: object = {}): NotificationContent => ({
  modelo: "caixa-com-erro",
  dados: { ...caixa, causa: "senha", erroDesde, ultimaColeta: null, emailsTotal: 2, ...o },
});
const CAIXA_EMAILS: NotificationContent[] = [
  caixaFailed(),
  { modelo: "caixa-recuperada", dados: { ...caixa, erroDesde, recuperadaEm, novas: 37 } },
  {
    modelo: "caixa-silenciosa",
    dados: { ...caixa, ultimoEmailEm: new Date("2026-11-09T12:00:00Z"), diasSemEmail: 11, costumeDias: 2 },
  },
];
const cancelled = (o: object = {}): NotificationContent => ({
  modelo: "nota-cancelada",
  dados: {
    notaId: "0199f1c2-7a51-7c11-8b36-0f4d6a2b9c02",
    chave: "35261011222333000181550010000045671123456780",
    tipoNota: "NFe",
    numeroNota: 4567,
    nomeEmitente: "Fornecedor <Inventado> & Filhos",
    cnpjEmitente: "11222333000181",
    valorTotal: "1234.50",
    dataEmissao: new Date("2026-11-19T13:00:00Z"),
    canceladaEm: new Date("2026-11-20T12:41:00Z"),
    processadoErp: false,
    recebido: false,
    ...o,
  },
});
const expiring = (diasRestantes: number): NotificationContent => ({
  modelo: "certificado-vencendo",
  dados: {
    empresaId: "0199f1c2-7a51-7c11-8b36-0f4d6a2b9c03",
    nome: "Padaria <Aurora> & Filhos",
    cnpj: "12ABC34501DE35",
    titular: "PADARIA AURORA LTDA",
    validoAte: new Date("2026-11-27T12:41:00Z"),
    diasRestantes,
  },
});
const user = {
  usuarioId: "0199f1c2-7a51-7c11-8b36-0f4d6a2b9c04",
  nome: "Rita <Lemos> & Cia",
  nomeUsuario: "rita.lemos",
};
const token = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
const expiraEm = new Date("2026-11-23T12:41:00Z");
const USER_EMAILS: NotificationContent[] = [
  { modelo: "convite", dados: { ...user, convidadoPor: "Ana <Prado>", expiraEm, token } },
  { modelo: "conta-nova", dados: { ...user, expiraEm, token } },
  { modelo: "senha-nova", dados: { ...user, expiraEm, token } },
  { modelo: "senha-trocada", dados: { ...user, quando: expiraEm, porLink: true } },
  {
    modelo: "email-trocado",
    dados: { ...user, quando: expiraEm, emailNovo: "r•••@exemplo.test", propria: false },
  },
  ...(["api-token", "segundo-fator-ligado", "segundo-fator-desligado"] as const).map(
    (oQue): NotificationContent => ({
      modelo: "acesso-alterado",
      dados: { ...user, oQue, quem: "Rita <Lemos> & Cia", quando: expiraEm },
    }),
  ),
];
const planLimit = (parte: number, documentos: number): NotificationContent => ({
  modelo: "plano-perto-do-limite",
  dados: { mes: "2026-11", documentos, plano: 1_000, parte },
});
const webhook = (o: object = {}): NotificationContent => ({
  modelo: "webhook-desativado",
  dados: {
    webhookId: "0199f1c2-7a51-7c11-8b36-0f4d6a2b9c05",
    descricao: "ERP <Matriz> & Cia",
    endereco: "erp.exemplo.test",
    motivo: "falhas",
    desde: erroDesde,
    desativadoEm: recuperadaEm,
    falha: "status",
    status: 500,
    pendentes: 1_204,
    ...o,
  },
});
const WEBHOOK_EMAILS = [
  webhook(),
  webhook({ motivo: "recusado", falha: "recusado", status: 410, pendentes: 0 }),
];
const COSTLY: NotificationContent = {
  modelo: "email-caro",
  dados: { emailId: "0199f1c2-7a51-7c11-8b36-0f4d6a2b9c06", quando: erroDesde },
};
const DEADLINE: NotificationContent = {
  modelo: "prazo-manifestacao",
  dados: {
    dias: 15,
    quantas: 12,
    primeira: {
      notaId: "0199f1c2-7a51-7c11-8b36-0f4d6a2b9c07",
      numeroNota: 4_217,
      nomeEmitente: "Café do Vale <Ltda>",
      ate: recuperadaEm,
    },
  },
};
const EMAILS: NotificationContent[] = [
  ...[...CAIXA_EMAILS, cancelled(), COSTLY, expiring(7), DEADLINE, planLimit(80, 812)],
  ...[...WEBHOOK_EMAILS, ...USER_EMAILS],
];

test("these tests cover every e-mail template", () => {
  expect([...new Set(EMAILS.map(({ modelo }) => modelo))]).toEqual(
    // To a supplier, in plain text: tested below.
    Object.keys(EMAIL_DATA).filter((modelo) => modelo !== "pedido-xml"),
  );
});

test.each(USER_EMAILS)(
  "the e-mail $modelo shows conta, user and time in both parts, and escapes names",
  (email) => {
    const { texto, html } = writeEmail(email, context);
    for (const said of [context.identificador, user.nomeUsuario, "23/11/2026 09:41"]) {
      expect(texto).toContain(said);
      expect(html).toContain(said);
    }
    expect(texto).toContain("Rita <Lemos> & Cia");
    expect(html).not.toMatch(/<Lemos>|<Prado>/);
    expect(`${texto}${html}`).not.toMatch(/undefined|null|NaN|\{\w+\}|Invalid/);
  },
);

test.each([
  ["convite" as const, `${context.urlBase}/usuario_convidado/setup/${token}`],
  ["conta-nova" as const, `${context.urlBase}/usuario_convidado/setup/${token}`],
  ["senha-nova" as const, `${context.urlBase}/configurar_senha/setup/${token}`],
])(
  "the link in the e-mail %s opens its page with the token, and the token is nowhere else",
  (modelo, href) => {
    const email = USER_EMAILS.find((each) => each.modelo === modelo);
    if (email === undefined) throw new Error(modelo);
    const { assunto, texto, html } = writeEmail(email, context);
    expect([texto.split(href).length, html.split(`href="${href}"`).length]).toEqual([2, 3]);
    expect(assunto + texto.replaceAll(href, "") + html.replaceAll(href, "")).not.toContain(token);
  },
);

test("the e-mail webhook-desativado shows since when, why, how many deliveries wait and where to enable the webhook", () => {
  const [falhas, recusado] = WEBHOOK_EMAILS.map((email) =>
    writeEmail(email, context).texto.replace(/\s+/g, " "),
  );
  for (const said of [
    "ERP <Matriz> & Cia",
    "20/11/2026 09:41",
    "respondeu 500",
    "1.204 avisos esperam",
    "secao=webhooks",
  ]) {
    expect(falhas).toContain(said);
  }
  expect(recusado).toContain("410");
  expect(recusado).not.toContain("esperam");
});

test.each(EMAILS)("the e-mail $modelo is unchanged after it is stored as JSON and read back", (email) => {
  expect(parseEmailContent(email.modelo, JSON.parse(JSON.stringify(email.dados)))).toEqual(email);
});

test.each(CAIXA_EMAILS)(
  "the e-mail $modelo shows the same data in both parts, and links to the caixa",
  (email) => {
    const { texto, html } = writeEmail(email, context);
    for (const said of [
      "Filial Recife",
      caixa.usuario,
      caixa.servidor,
      "O que fazer",
      `${context.urlBase}/caixaemail/${caixa.caixaId}`,
    ]) {
      expect(texto.replace(/\s+/g, " ")).toContain(said);
      expect(html).toContain(said);
    }
    expect(`${texto}${html}`).not.toMatch(/undefined|null|NaN|\{\w+\}|Invalid/);
  },
);

test.each(EMAILS)("the e-mail $modelo loads no external resource, and its HTML is well formed", (email) => {
  const { html } = writeEmail(email, context);
  expect(html).not.toMatch(
    /<(img|link|script|svg|iframe|form)|url\(|@import|https?:\/\/(?!malote\.exemplo\.test)/,
  );
  const tags = [...html.matchAll(/<(\/?)(table|tr|td|p|h1|h2|a|div|body|html|head|style|title)\b/g)];
  const open: string[] = [];
  for (const [, slash, tag = ""] of tags) {
    if (slash === "") open.push(tag);
    else expect(open.pop()).toBe(tag);
  }
  expect(open).toEqual([]);
});

test("a user's text in an e-mail adds no mark-up, line or header", () => {
  const descricao = 'A"><script>alert(1)</script>\r\nBcc: x@y.test \u202e';
  const { texto, html } = writeEmail(caixaFailed({ descricao }), context);
  expect(html).not.toContain("<script");
  expect(texto.split("\n")).not.toContain("Bcc: x@y.test");
});

/** The same data with hostile texts: each one has a false claim, a link and a second line. */
function hostile(email: NotificationContent): NotificationContent {
  const attack = "Sua conta foi bloqueada http://golpe.com/entre\r\nBcc: x@golpe.com";
  const kept = new Set([
    "token",
    "emailNovo",
    "chave",
    "mes",
    "valorTotal",
    "falha",
    "motivo",
    "oQue",
    "tipoNota",
    "causa",
  ]);
  const facts = Object.entries(email.dados).map(([nome, fact]) => {
    const isOurs = typeof fact !== "string" || kept.has(nome) || /Id$|^cnpj/.test(nome);
    return [nome, isOurs ? fact : nome === "nomeUsuario" ? "golpe.com" : attack];
  });
  return { ...email, dados: Object.fromEntries(facts) } as NotificationContent;
}

test.each(EMAILS)(
  "the subject of the e-mail $modelo has no text of a user, a sender or an issuer",
  (email) => {
    const { assunto } = writeEmail(email, context);
    expect(writeEmail(hostile(email), { ...context, identificador: "golpe.com" }).assunto).toBe(assunto);
    expect(assunto).not.toMatch(/empresa$|Rita|Ana|Recife|Aurora|Inventado|Matriz/);
  },
);

test.each([...USER_EMAILS, cancelled(), expiring(7)])(
  "the e-mail $modelo has only our links, even with stored names that contain addresses",
  (email) => {
    const { texto, html } = writeEmail(hostile(email), { ...context, identificador: "www.golpe.com" });
    for (const part of [texto, html]) expect(part).not.toMatch(/golpe\.com|:\/\/golpe/);
    expect(texto).toContain("golpe. com");
  },
);

test("times in e-mails are in the conta's time zone", () => {
  expect(writeEmail(caixaFailed(), context).texto).toContain("20/11/2026 09:41");
  expect(writeEmail(caixaFailed(), { ...context, zona: "America/Rio_Branco" }).texto).toContain(
    "20/11/2026 07:41",
  );
});

test.each(Object.keys(CAIXA_FAILURES))("the caixa failure %s has its own sentence and advice", (causa) => {
  const { texto } = writeEmail(caixaFailed({ causa }), context);
  expect(texto.replace(/\n/g, " ")).toContain(CAIXA_FAILURES[causa as keyof typeof CAIXA_FAILURES]);
  expect(texto).toMatch(/O que fazer\n\S/);
});

test.each([
  ["imap.gmail.com", /senha de app/],
  ["outlook.office365.com", /OAuth2/],
  ["notgmail.com.exemplo.test", /digite o usuário e a senha/],
])("a password refused by %s gets that provider's advice", (servidor, advice) => {
  expect(writeEmail(caixaFailed({ servidor }), context).texto.replace(/\n/g, " ")).toMatch(advice);
});

test.each([
  [30_000, "1 min"],
  [59 * MINUTE_MS, "59 min"],
  [HOUR_MS, "1 h"],
  [5 * HOUR_MS + 7 * MINUTE_MS, "5 h e 7 min"],
  [DAY_MS, "1 dia"],
  [3 * DAY_MS + HOUR_MS, "3 dias e 1 h"],
])("an outage of %i ms of a caixa is shown as %s", (ms, said) => {
  const dados = { ...caixa, erroDesde, recuperadaEm: new Date(erroDesde.getTime() + ms), novas: 0 };
  expect(writeEmail({ modelo: "caixa-recuperada", dados }, context).texto).toContain(`parada por ${said}.`);
});

test("lines of the text part of an e-mail have at most 78 characters, except links", () => {
  for (const email of EMAILS) {
    const lines = writeEmail(email, context).texto.split("\n");
    expect(lines.filter((line) => line.length > 78 && !line.includes("://"))).toEqual([]);
  }
});

test.each([
  ["not yet in the ERP", {}, ["Não lance este documento", "Se a mercadoria chegar"]],
  [
    "in the ERP and received",
    { processadoErp: true, recebido: true },
    ["Desfaça o lançamento", "peça ao emitente"],
  ],
  ["without a date", { canceladaEm: null }, ["a SEFAZ não informou quando"]],
])("the e-mail about a cancelled document %s describes it with advice in both parts", (_name, o, said) => {
  const { assunto, texto, html } = writeEmail(cancelled(o), context);
  expect(assunto).toBe("Cancelamento na SEFAZ: NF-e 4567");
  for (const each of [
    ...said,
    "R$",
    "1.234,50",
    `${context.urlBase}/nota/0199f1c2-7a51-7c11-8b36-0f4d6a2b9c02`,
  ]) {
    expect(texto.replace(/\s+/g, " ")).toContain(each);
    expect(html).toContain(each);
  }
  expect(html).not.toContain("<Inventado>");
});

test.each([
  [30, "vence em 30 dias", "Vence em"],
  [1, "vence em menos de 1 dia", "Vence em"],
  [-2, "venceu", "Venceu em"],
])(
  'the e-mail about a certificate with %i days left says "%s" and links to the page for a new one',
  (dias, prazo, rotulo) => {
    const { assunto, texto, html } = writeEmail(expiring(dias), context);
    expect(assunto).toBe(`O certificado de uma empresa ${prazo}`);
    expect(texto).toContain("12.ABC.345/01DE-35");
    expect(texto).toMatch(new RegExp(`${rotulo}:? +27/11/2026 09:41`));
    expect(texto).toContain(`${context.urlBase}/cert/0199f1c2-7a51-7c11-8b36-0f4d6a2b9c03`);
    expect(html).not.toContain("<Aurora>");
  },
);

test.each([
  [80, 812, "usou 80% do plano"],
  [100, 1_203, "passou do plano"],
])(
  "the e-mail about %i %% of the plan shows how much was used, and says that nothing stops",
  (parte, n, said) => {
    const { assunto, texto, html } = writeEmail(planLimit(parte, n), context);
    expect(assunto).toContain(said);
    for (const each of [
      "Nada para",
      "11/2026",
      formatInteger(n),
      "1.000 documentos por mês",
      "/minha_conta",
    ]) {
      expect(texto.replace(/\s+/g, " ")).toContain(each);
      expect(html).toContain(each);
    }
  },
);

test("an XML request to a supplier is plain text: each document once, names without links, nothing of them in the subject", () => {
  const documento = { tipoNota: "NFe" as const, numero: 20_323, serie: 1, valor: "775.03" };
  const dados = {
    nomeEmitente: "Hortifrúti www.mal.example",
    empresa: { nome: "Padaria https://mal.example", cnpj: "11222333000181" },
    responderA: "notas@padaria.example",
    pedidoPor: "Marina Prado",
    lembrete: null,
    documentos: [
      { ...documento, chave: "1".repeat(44), emissao: new Date("2026-11-19T02:00:00Z") },
      {
        ...documento,
        tipoNota: "CTe" as const,
        chave: "2".repeat(44),
        emissao: null,
        numero: null,
        valor: null,
      },
    ],
  };
  const { assunto, texto, html, responderA } = writeEmail({ modelo: "pedido-xml", dados }, context);
  expect([html, responderA]).toEqual([null, "notas@padaria.example"]);
  expect(assunto).toBe("Pedido de XML: 2 documentos para o CNPJ 11.222.333/0001-81");
  expect(texto).toContain(`NF-e nº 20.323, série 1, 18/11/2026, R$ 775,03\nChave ${"1".repeat(44)}`);
  expect(texto).toContain(`CT-e, série 1\nChave ${"2".repeat(44)}`);
  expect(texto).toContain("O DANFE ou o DACTE em PDF não substitui");
  expect(texto).not.toMatch(/mal\.example|https:\/\//);
  const lembrete = new Date("2026-11-20T12:00:00Z");
  const reminder = writeEmail({ modelo: "pedido-xml", dados: { ...dados, lembrete } }, context);
  expect(reminder.assunto).toMatch(/^Lembrete do pedido de XML/);
  expect(reminder.texto).toContain("lembrete do pedido que enviamos em 20/11/2026");
});
