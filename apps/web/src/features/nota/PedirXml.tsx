import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import classes from "./NotaAcoes.module.css";
import { pedidoOf } from "./pedido.ts";

/**
 * Link to a prepared e-mail that asks the sender for the original XML. Primary only if the address
 * of the sender is known.
 */
export function PedirXml({ nota }: { nota: Nota }): React.JSX.Element {
  const { href, para } = pedidoOf(nota);
  return (
    <Button
      component="a"
      href={href}
      variant={para === null ? "default" : "filled"}
      title={para ?? undefined}
      className={classes.primario}
      leftSection={<IconMail size={16} stroke={1.6} aria-hidden="true" />}
    >
      {textos.pedirXml}
    </Button>
  );
}
