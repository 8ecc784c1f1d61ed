import type { Clock } from "../clock.ts";
import type { Credentials } from "../mail-server/caixa-gate.ts";
import { MAIL_FAULTS } from "../mail-server/mail-faults.ts";
import type { MailServer } from "../mail-server/mail-server.ts";
import { OAUTH_FAULTS } from "../mail-server/oauth.ts";
import { readEmail } from "../mail-server/read-email.ts";
import type { LiveMail } from "../scenarios/live-mail.ts";
import { SCENARIOS } from "../scenarios/scenarios.ts";
import type { Sefaz } from "../sefaz/sefaz.ts";
import { describeSefazState } from "./sefaz-routes.ts";

export type ConsoleContext = {
  liveMail: LiveMail;
  sefaz: Sefaz;
  correio: MailServer;
  clock: Clock;
  credencial: Credentials;
};

const LATEST_MAX = 8;

/** The state that the console shows, without secrets. */
export function describeState({ liveMail, sefaz, correio: mail, clock }: ConsoleContext) {
  return {
    relogio: { agora: clock.now().toISOString(), deslocamentoMs: clock.deslocamentoMs },
    cenarios: SCENARIOS.map(({ nome, titulo, descricao }) => ({ nome, titulo, descricao })),
    correioVivo: { ligado: liveMail.isOn, enviados: liveMail.sent },
    sefaz: describeSefazState({ sefaz, clock }),
    correio: describeMail(mail),
    enviados: mail.sentEmails.list().map(({ id, de, para, assunto, recebidoEm, raw }) => ({
      id,
      de,
      para,
      assunto,
      recebidoEm: recebidoEm.toISOString(),
      tamanho: raw.length,
    })),
  };
}

function describeMail({ caixa, folders: pastas, pop3, imap, oauth, sentEmails }: MailServer) {
  const messages = caixa.list();
  return {
    smtp: sentEmails.porta,
    falhas: MAIL_FAULTS,
    pop3: { porta: pop3.porta, falha: pop3.fault, contadores: { ...pop3.counters } },
    imap: { porta: imap.porta, falha: imap.fault, contadores: { ...imap.counters } },
    oauth: {
      falha: oauth.fault,
      falhas: OAUTH_FAULTS,
      validadeMs: oauth.validadeMs,
      contadores: { ...oauth.counters },
    },
    uidValidity: caixa.uidValidity,
    pastas: pastas.map((pasta) => ({ nome: pasta.nome, mensagens: pasta.caixa.list().length })),
    mensagens: messages.length,
    bytes: messages.reduce((sum, message) => sum + message.tamanho, 0),
    ultimas: messages
      .slice(-LATEST_MAX)
      .reverse()
      .map((message) => ({
        uidl: message.uidl,
        tamanho: message.tamanho,
        assunto: readEmail(caixa.readHead(message)).assunto,
      })),
  };
}
