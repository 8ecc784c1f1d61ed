import {
  IconChecks,
  IconDatabaseImport,
  IconPackageImport,
  IconWritingSign,
  IconX,
  type TablerIcon,
} from "@tabler/icons-react";
import { marcas } from "../../textos/marcas.ts";
import { lote as textos } from "../../textos/notas.ts";
import classes from "./LoteBarra.module.css";
import { type Lote, type Marca, sumValores } from "./marcas.ts";
import type { Selecao } from "./selecao.ts";

const ACOES: readonly { marca: Marca; icone: TablerIcon }[] = [
  { marca: "conferido", icone: IconChecks },
  { marca: "recebido", icone: IconPackageImport },
  { marca: "processado", icone: IconDatabaseImport },
];

/** What can be done with the picked documents at once. */
export function LoteBarra(props: {
  selecao: Selecao;
  lote: Lote | null;
  onMarcar: (marca: Marca) => void;
  /** Absent where nothing is said to SEFAZ: in issued documents. */
  onManifestar?: (() => void) | undefined;
}): React.JSX.Element | null {
  const { selecao, lote, onMarcar, onManifestar } = props;
  const total = selecao.notas.length;
  if (total === 0) return null;
  const working = lote !== null && lote.resultados === null;
  return (
    <div className={`${classes.barra} sem-impressao`} role="toolbar" aria-label={textos.rotulo}>
      <p className={classes.soma} aria-live="polite">
        <b>{textos.selecionados(total)}</b> <span className="num">{sumValores(selecao.notas)}</span>
      </p>
      {working ? (
        <p className={classes.andamento} role="status">
          {marcas[lote.marca].nome}: {textos.andamento(lote.feitas, lote.total)}
        </p>
      ) : (
        <>
          {ACOES.map(({ marca, icone: Icone }) => (
            <button key={marca} type="button" className={classes.acao} onClick={() => onMarcar(marca)}>
              <Icone size={18} stroke={1.6} aria-hidden="true" />
              {marcas[marca].nome}
            </button>
          ))}
          {onManifestar && (
            <button type="button" className={classes.acao} onClick={onManifestar}>
              <IconWritingSign size={18} stroke={1.6} aria-hidden="true" />
              {textos.manifestar}
            </button>
          )}
        </>
      )}
      <button type="button" className={classes.fechar} aria-label={textos.limpar} onClick={selecao.clear}>
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}
