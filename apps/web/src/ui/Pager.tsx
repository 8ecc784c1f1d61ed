import { formatInteiro } from "@malote/syntax";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { pager } from "../textos/geral.ts";
import { useAtalhos } from "./atalhos.ts";
import classes from "./Pager.module.css";

/** The current page of a list, and buttons to the previous and next page; keys [ and ] do the same. */
export function Pager(props: {
  pagina: number;
  paginas: number;
  total: string;
  onPagina: (pagina: number) => void;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { pagina, paginas, total, onPagina, children } = props;
  const turn = (next: number): void => {
    if (next >= 1 && next <= paginas) onPagina(next);
  };
  useAtalhos({ "[": () => turn(pagina - 1), "]": () => turn(pagina + 1) });
  return (
    <nav className={`${classes.pager} sem-impressao`} aria-label={pager.navegacao}>
      <button
        type="button"
        className={classes.seta}
        aria-label={pager.anterior}
        disabled={pagina <= 1}
        onClick={() => turn(pagina - 1)}
      >
        <IconChevronLeft size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={classes.seta}
        aria-label={pager.proxima}
        disabled={pagina >= paginas}
        onClick={() => turn(pagina + 1)}
      >
        <IconChevronRight size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <p className={classes.posicao} aria-live="polite">
        {pager.posicao} <b>{formatInteiro(pagina)}</b> {pager.de(formatInteiro(paginas))} · {total}
      </p>
      <div className={classes.resto}>{children}</div>
    </nav>
  );
}
