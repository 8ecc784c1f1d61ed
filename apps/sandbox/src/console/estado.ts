import type { Relogio } from "../clock.ts";
import type { Correio } from "../correio/correio.ts";
import { FALHAS_CORREIO } from "../correio/falhas.ts";
import { FALHAS_OAUTH } from "../correio/oauth.ts";
import type { Credencial } from "../correio/porteiro.ts";
import { readEmail } from "../correio/read-email.ts";
import { CENARIOS } from "../scenarios/scenarios.ts";
import type { Sefaz } from "../sefaz/sefaz.ts";
import { describeSefaz } from "./sefaz.ts";

export type Mundo = { sefaz: Sefaz; correio: Correio; clock: Relogio; credencial: Credencial };

const ULTIMAS = 8;

/** The state that the console shows, without secrets. */
export function describeEstado({ sefaz, correio, clock }: Mundo) {
  return {
    relogio: { agora: clock.now().toISOString(), deslocamentoMs: clock.deslocamentoMs },
    cenarios: CENARIOS.map(({ nome, titulo, descricao }) => ({ nome, titulo, descricao })),
    sefaz: describeSefaz({ sefaz, clock }),
    correio: describeCorreio(correio),
    enviados: correio.enviados.list().map(({ id, de, para, assunto, recebidoEm, raw }) => ({
      id,
      de,
      para,
      assunto,
      recebidoEm: recebidoEm.toISOString(),
      tamanho: raw.length,
    })),
  };
}

function describeCorreio({ caixa, pastas, pop3, imap, oauth, enviados }: Correio) {
  const mensagens = caixa.list();
  return {
    smtp: enviados.porta,
    falhas: FALHAS_CORREIO,
    pop3: { porta: pop3.porta, falha: pop3.falha, contadores: { ...pop3.contadores } },
    imap: { porta: imap.porta, falha: imap.falha, contadores: { ...imap.contadores } },
    oauth: {
      falha: oauth.falha,
      falhas: FALHAS_OAUTH,
      validadeMs: oauth.validadeMs,
      contadores: { ...oauth.contadores },
    },
    uidValidity: caixa.uidValidity,
    pastas: pastas.map((pasta) => ({ nome: pasta.nome, mensagens: pasta.caixa.list().length })),
    mensagens: mensagens.length,
    bytes: mensagens.reduce((sum, mensagem) => sum + mensagem.tamanho, 0),
    ultimas: mensagens
      .slice(-ULTIMAS)
      .reverse()
      .map((mensagem) => ({
        uidl: mensagem.uidl,
        tamanho: mensagem.tamanho,
        assunto: readEmail(caixa.readHead(mensagem)).assunto,
      })),
  };
}
