import { DAY_MS } from "@malote/syntax";
import { type Express, json, type RequestHandler } from "express";
import { LOOPBACK } from "../listen.ts";
import { MAIL_FAULTS, type MailFault } from "../mail-server/mail-faults.ts";
import type { MailServer } from "../mail-server/mail-server.ts";
import { OAUTH_FAULTS } from "../mail-server/oauth.ts";
import { readField, refuse } from "./request.ts";

type MailRoutesContext = { correio: MailServer; credencial: { usuario: string; senha: string } };

const PROTOCOLS = ["pop3", "imap"] as const;
const TIMES_MAX = 1_000;
const TOKEN_LIFETIME_MIN_MS = 1_000;
const TOKEN_LIFETIME_MAX_MS = DAY_MS;

/**
 * CSP of a shown e-mail: a frame without scripts, network or same origin; its links open elsewhere.
 */
const EMAIL_CSP = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** The mail routes of the console. */
export function addMailRoutes(app: Express, { correio: mail, credencial }: MailRoutesContext): void {
  app.get("/conexoes", (_request, response) => {
    response.json(describeConnections(mail, credencial));
  });
  app.get("/enviados/:id", readSentEmail(mail));
  app.get("/enviados/:id/html", showSentEmail(mail));
  app.post("/correio/falha", json(), setFault(mail));
  app.post("/correio/reconstruir", (_request, response) => {
    for (const { caixa } of mail.folders) caixa.rebuild();
    response.json({ uidValidity: mail.caixa.uidValidity });
  });
  app.post("/oauth", json(), setOauth(mail));
}

/**
 * The settings to connect the demo mailbox, secrets included: returned on request, never polled.
 */
function describeConnections(
  { pop3, imap, oauth, impressao, folders: pastas }: MailServer,
  credencial: MailRoutesContext["credencial"],
) {
  const { clara, tls, autoAssinada } = pop3.portas;
  const imapPorts = imap.portas;
  return {
    servidor: LOOPBACK,
    ...credencial,
    pastas: pastas.map(({ nome }) => nome),
    portas: [
      { tipo: "pop3", porta: clara, protecao: "nenhuma" },
      { tipo: "pop3-starttls", porta: clara, protecao: "certificado" },
      { tipo: "spop3", porta: tls, protecao: "certificado" },
      { tipo: "spop3", porta: autoAssinada, protecao: "auto-assinado" },
      { tipo: "imap", porta: imapPorts.clara, protecao: "nenhuma" },
      { tipo: "imap-starttls", porta: imapPorts.clara, protecao: "certificado" },
      { tipo: "imaps", porta: imapPorts.tls, protecao: "certificado" },
      { tipo: "imaps", porta: imapPorts.autoAssinada, protecao: "auto-assinado" },
    ],
    impressao,
    oauth: oauth.client,
  };
}

function readSentEmail({ sentEmails }: MailServer): RequestHandler<{ id: string }> {
  return (request, response) => {
    const sentEmail = sentEmails.find(Number(request.params.id));
    if (!sentEmail) return refuse(response, 404, "Este e-mail não está mais guardado.");
    const { raw, html, ...rest } = sentEmail;
    response.json({ ...rest, temHtml: html !== null, original: raw.toString("utf8") });
  };
}

function showSentEmail({ sentEmails }: MailServer): RequestHandler<{ id: string }> {
  return (request, response) => {
    const html = sentEmails.find(Number(request.params.id))?.html;
    if (!html) return refuse(response, 404, "Este e-mail não tem HTML.");
    response.set({ "Content-Security-Policy": EMAIL_CSP, "X-Frame-Options": "SAMEORIGIN" });
    response.type("html").send(`<!doctype html><meta charset="utf-8"><base target="_blank">${html}`);
  };
}

/**
 * `{ falha, protocolo?: "pop3" | "imap", byte?: number | "acaso", vezes?: number }`; without
 * protocolo, both.
 */
function setFault(mail: MailServer): RequestHandler {
  return async (request, response) => {
    const nome = MAIL_FAULTS.find((candidate) => candidate === readField(request.body, "falha"));
    const chosen = readField(request.body, "protocolo");
    const protocols = PROTOCOLS.filter((protocol) => chosen === undefined || chosen === protocol);
    const byte = readField(request.body, "byte");
    const vezes = readField(request.body, "vezes");
    if (!nome || protocols.length === 0) return refuse(response, 400, "Esta falha não existe.");
    if (byte !== undefined && byte !== "acaso" && !isCount(byte, 0, Number.MAX_SAFE_INTEGER))
      return refuse(response, 400, "O byte do corte é um número, ou “acaso”.");
    if (vezes !== undefined && !isCount(vezes, 1, TIMES_MAX))
      return refuse(response, 400, `As vezes vão de 1 a ${TIMES_MAX}.`);
    const fault: MailFault = {
      nome,
      ...(byte === undefined ? {} : { byte }),
      ...(vezes === undefined ? {} : { vezes }),
    };
    for (const protocol of protocols) await mail[protocol].setFault(fault);
    response.json({ falha: nome });
  };
}

/** `{ falha?, validadeMs? }` of the token endpoint. */
function setOauth({ oauth }: MailServer): RequestHandler {
  return (request, response) => {
    const wanted = readField(request.body, "falha") ?? oauth.fault;
    const validadeMs = readField(request.body, "validadeMs") ?? oauth.validadeMs;
    const fault = OAUTH_FAULTS.find((candidate) => candidate === wanted);
    if (!fault) return refuse(response, 400, "Esta falha não existe.");
    if (!isCount(validadeMs, TOKEN_LIFETIME_MIN_MS, TOKEN_LIFETIME_MAX_MS))
      return refuse(response, 400, "Um token vale de 1 segundo a 1 dia.");
    oauth.fault = fault;
    oauth.validadeMs = validadeMs;
    response.json({ falha: fault, validadeMs });
  };
}

function isCount(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;
}
