import type { RandomSource } from "../random-source.ts";
import { type Caixa, openCaixa } from "./caixa.ts";
import { createCaixaGate } from "./caixa-gate.ts";
import type { Folder } from "./imap/folder-view.ts";
import { createImapSession } from "./imap/imap-session.ts";
import { createFaultScript, type MailFault, type MailFaultName } from "./mail-faults.ts";
import { type Oauth, startOauth } from "./oauth.ts";
import { createTokens } from "./oauth-tokens.ts";
import { createPop3Session } from "./pop3/pop3-session.ts";
import {
  type ProtocolServer,
  type ServerOptions,
  startProtocolServer,
  type TlsKeyPair,
} from "./protocol-server.ts";
import { openSelfSigned } from "./self-signed-certificate.ts";
import { type SmtpSink, startSmtpSink } from "./smtp-sink.ts";
import type { StoredMailState } from "./stored-state.ts";

/** The demo mailbox over POP3 and IMAP, its token endpoint, and the SMTP sink. */
export type MailServer = {
  /** INBOX: scenarios deliver to it, and POP3 serves it. */
  caixa: Caixa;
  /** All folders, INBOX first. */
  folders: readonly Folder[];
  pop3: ProtocolServer;
  imap: ProtocolServer;
  oauth: Oauth;
  sentEmails: SmtpSink;
  /** SHA-256 of the self-signed certificate, `AA:BB:…`. */
  impressao: string;
  /** Plays a fault on both protocols. */
  setFault(fault: MailFaultName | MailFault): Promise<void>;
  stop(): Promise<void>;
};

const OTHER_FOLDER = { nome: "Notas eletrônicas", pasta: "caixa-notas" };

export async function startMailServer(o: {
  dir: string;
  storedState: StoredMailState;
  /** The certificate of the test CA for this machine, followed by its chain. */
  serverCertificate: TlsKeyPair;
  random: RandomSource;
  now(): Date;
}): Promise<MailServer> {
  const { dir, storedState, serverCertificate, random, now } = o;
  const caixa = openCaixa(dir, { now });
  const pastas = [
    { nome: "INBOX", caixa },
    { nome: OTHER_FOLDER.nome, caixa: openCaixa(dir, { pasta: OTHER_FOLDER.pasta, now }) },
  ];
  const tokens = createTokens(storedState.oauth.chave, now);
  const selfSigned = await openSelfSigned(dir, now());
  const certificados = { serverCertificate, selfSigned };
  const { credencial, portas } = storedState;
  const open = (protocol: "pop3" | "imap"): Promise<ProtocolServer> => {
    const script = createFaultScript(random);
    const gate = createCaixaGate({ credencial, isTokenValid: tokens.isValid, script });
    const openSession: ServerOptions["openSession"] = (connection) =>
      protocol === "pop3"
        ? createPop3Session({ caixa, gate, script, connection })
        : createImapSession({ folders: pastas, gate, script, connection });
    return startProtocolServer({ portas: portas[protocol], script, certificados, openSession });
  };
  const pop3 = await open("pop3");
  const imap = await open("imap");
  const oauth = await startOauth({
    secrets: storedState.oauth,
    tokens,
    certificado: serverCertificate,
    porta: portas.oauth,
  });
  const sentEmails = await startSmtpSink({ porta: portas.smtp, now });
  return {
    caixa,
    folders: pastas,
    pop3,
    imap,
    oauth,
    sentEmails,
    impressao: selfSigned.impressao,
    setFault: async (fault) => {
      await Promise.all([pop3.setFault(fault), imap.setFault(fault)]);
    },
    stop: async () => {
      await Promise.all([pop3.stop(), imap.stop(), oauth.stop(), sentEmails.stop()]);
    },
  };
}

/** The ports in use, to be stored. */
export function portsOf({ pop3, imap, oauth, sentEmails }: MailServer): StoredMailState["portas"] {
  return { pop3: pop3.portas, imap: imap.portas, oauth: oauth.porta, smtp: sentEmails.porta };
}
