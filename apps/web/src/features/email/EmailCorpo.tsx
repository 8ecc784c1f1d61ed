import { lazy, Suspense } from "react";
import type { Email } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import classes from "./EmailCorpo.module.css";

// Loaded lazily: the HTML sanitiser is larger than the page around it.
const EmailHtml = lazy(async () => ({ default: (await import("./EmailHtml.tsx")).EmailHtml }));

/** The body of the message: plain text, or HTML in a sandboxed frame. */
export function EmailCorpo({ email }: { email: Email }): React.JSX.Element {
  const { detalhe: t } = emails;
  if (email.corpoHtml?.trim()) {
    return (
      <Suspense>
        <EmailHtml html={email.corpoHtml} />
      </Suspense>
    );
  }
  const texto = email.corpoMensagem?.trim();
  return texto ? (
    <p className={classes.texto}>{texto}</p>
  ) : (
    <p className={`${classes.texto} ${classes.vazio}`}>
      {email.estado === "quarentena" ? (email.motivo ?? t.quarentena) : t.semCorpo}
    </p>
  );
}
