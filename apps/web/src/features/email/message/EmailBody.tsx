import { Text } from "@mantine/core";
import type { Email } from "../../../rpc/documents/queries.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";
import classes from "./Email.module.css";
import { EmailHtml } from "./EmailHtml.tsx";

/** The body of the message: plain text, or HTML in a sandboxed frame. */
export function EmailBody({ email }: { email: Email }): React.JSX.Element {
  const { detalhe: t } = emailTexts;
  if (email.corpoHtml?.trim()) {
    return <EmailHtml html={email.corpoHtml} />;
  }
  const text = email.corpoMensagem?.trim();
  return (
    <Text
      size="md"
      lh="22px"
      px="var(--gutter)"
      pb={24}
      c={text ? undefined : "dimmed"}
      className={classes.text}
    >
      {text || (email.estado === "quarentena" ? (email.motivo ?? t.quarentena) : t.semCorpo)}
    </Text>
  );
}
