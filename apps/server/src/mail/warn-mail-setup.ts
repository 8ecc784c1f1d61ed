import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";

/** Warns at the start when no e-mail can be sent, or when links in e-mails open on this machine only. */
export function warnMailSetup(
  { smtp, publicUrl, sandbox, urlBase }: Config,
  log: Pick<Logger, "warn">,
): void {
  if (smtp === null) {
    log.warn(
      "SMTP_URL não está definida: nenhum aviso por e-mail sai (cada um fica anotado como sem-smtp). Defina SMTP_URL e SMTP_FROM.",
    );
  } else if (publicUrl === null && sandbox === null) {
    log.warn({ urlBase }, "PUBLIC_URL não está definida: os links dos e-mails só abrem nesta máquina.");
  }
}
