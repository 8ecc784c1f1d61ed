import { formatTipoNota, type TipoNota } from "@malote/syntax";
import { Badge } from "@mantine/core";

/** The type of a document: an outlined tag without colour. */
export function TypeTag({ type }: { type: TipoNota }): React.JSX.Element {
  return <Badge component="span">{formatTipoNota(type)}</Badge>;
}
