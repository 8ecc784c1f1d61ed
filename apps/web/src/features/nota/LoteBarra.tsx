import { Modal } from "@mantine/core";
import {
  IconChecks,
  IconCircleCheck,
  IconCircleX,
  IconDatabaseImport,
  IconPackageImport,
  IconX,
  type TablerIcon,
} from "@tabler/icons-react";
import { geral } from "../../textos/geral.ts";
import { marcas, lote as textos } from "../../textos/notas.ts";
import classes from "./LoteBarra.module.css";
import { type Lote, type Marca, nomeOf, sumValores } from "./marcas.ts";
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
}): React.JSX.Element | null {
  const { selecao, lote, onMarcar } = props;
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
        ACOES.map(({ marca, icone: Icone }) => (
          <button key={marca} type="button" className={classes.acao} onClick={() => onMarcar(marca)}>
            <Icone size={18} stroke={1.6} aria-hidden="true" />
            {marcas[marca].nome}
          </button>
        ))
      )}
      <button type="button" className={classes.fechar} aria-label={textos.limpar} onClick={selecao.clear}>
        <IconX size={16} stroke={1.6} aria-hidden="true" />
      </button>
    </div>
  );
}

/** What became of each document of a batch, when not all went well. */
export function LoteResultado({
  lote,
  onClose,
}: {
  lote: Lote | null;
  onClose: () => void;
}): React.JSX.Element {
  const resultados = lote?.resultados ?? [];
  const failed = resultados.filter((item) => item.falha !== null).length;
  return (
    <Modal
      opened={lote?.resultados != null}
      onClose={onClose}
      title={textos.resultado}
      size={480}
      closeButtonProps={{ "aria-label": geral.fechar }}
    >
      <p>{textos.resumo(resultados.length - failed, failed)}</p>
      <ul className={classes.itens}>
        {resultados.map(({ nota, falha }) => (
          <li key={nota.id} data-falhou={falha !== null}>
            {falha === null ? (
              <IconCircleCheck size={18} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconCircleX size={18} stroke={1.6} aria-hidden="true" />
            )}
            <span>
              <b>{nomeOf(nota)}</b>
              <span>{falha ?? textos.ok}</span>
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
