/** Steps of a connection test, in order; with STARTTLS the greeting precedes TLS. */
export const PROBE_STEPS = ["dns", "tcp", "tls", "saudacao", "token", "entrada", "listagem"] as const;
export type ProbeStep = (typeof PROBE_STEPS)[number];

/**
 * Why a step failed, in as much detail as the owner of the mailbox can use. The prefix before the
 * first hyphen is not always the name of the step.
 */
export const FAILURE_CODES = [
  // dns
  "dns-nome-invalido",
  "dns-nao-existe",
  "dns-sem-resposta",
  "endereco-proibido",
  "porta-proibida",
  // tcp
  "tcp-recusada",
  "tcp-sem-rota",
  "tcp-sem-resposta",
  "tcp-interrompida",
  // tls
  "tls-auto-assinado",
  "tls-autoridade-desconhecida",
  "tls-cadeia-incompleta",
  "tls-vencido",
  "tls-ainda-nao-vale",
  "tls-outro-nome",
  "tls-outro-certificado",
  "tls-antigo",
  "tls-nao-falado",
  "tls-sem-resposta",
  "tls-falhou",
  "starttls-nao-oferecido",
  "starttls-recusado",
  "starttls-injetado",
  // saudacao
  "saudacao-recusada",
  "saudacao-estranha",
  "saudacao-sem-resposta",
  "saudacao-interrompida",
  // token
  "token-recusado",
  "token-endereco-proibido",
  "token-sem-resposta",
  "token-tls",
  "token-estranho",
  // entrada
  "senha-recusada",
  "senha-recusada-google",
  "senha-recusada-microsoft",
  "senha-de-app",
  "senha-mal-formada",
  "autorizacao-recusada",
  "entrada-exige-tls",
  "entrada-sem-oauth",
  "acesso-desligado",
  "caixa-em-uso",
  "entrada-mais-tarde",
  "entrada-estranha",
  "entrada-sem-resposta",
  "entrada-interrompida",
  // listagem
  "sem-uidl",
  "sem-uidl-demais",
  "pasta-inexistente",
  "listagem-recusada",
  "listagem-estranha",
  "listagem-sem-resposta",
  "listagem-interrompida",
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];
