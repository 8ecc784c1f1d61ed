import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import classes from "../detail/NotaActions.module.css";
import { xmlRequestEmailOf } from "./xml-request-email.ts";

/**
 * Link to a prepared e-mail that asks the sender for the original XML. Primary only if the address
 * of the sender is known.
 */
export function RequestXmlLink({ nota }: { nota: Nota }): React.JSX.Element {
  const { href, para } = xmlRequestEmailOf(nota);
  return (
    <Button
      component="a"
      href={href}
      variant={para === null ? "default" : "filled"}
      title={para ?? undefined}
      className={classes.primario}
      leftSection={<IconMail size={16} stroke={1.6} aria-hidden="true" />}
    >
      {texts.pedirXml}
    </Button>
  );
}
