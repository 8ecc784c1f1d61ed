import { formatTamanho } from "@malote/syntax";
import { IconDownload } from "@tabler/icons-react";
import { pedidos as textos } from "../textos/pedidos.ts";
import classes from "./BaixarArquivo.module.css";

/** Download link of a file that is ready. */
export function BaixarArquivo(props: {
  href: string;
  nome: string;
  /** Size in bytes. */
  tamanho: number | null;
}): React.JSX.Element {
  const { href, nome, tamanho } = props;
  return (
    <a href={href} className={`link ${classes.baixar}`} aria-label={textos.baixarNome(nome)}>
      <IconDownload size={16} stroke={1.8} aria-hidden="true" />
      {textos.baixar}
      {tamanho !== null && <span className="num">{formatTamanho(tamanho)}</span>}
    </a>
  );
}
