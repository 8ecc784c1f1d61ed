import { Popover } from "@mantine/core";
import { useDono } from "../../rpc/atual.ts";
import type { Papel } from "../../rpc/queries.ts";
import { exibicao as textos } from "../../textos/notas-lote.ts";
import { DENSIDADES, useDensidade } from "../../ui/densidade.ts";
import classes from "./ExibicaoPainel.module.css";
import { type ColunaChave, escolhiveisOf } from "./exibicao.ts";

/** Popover with the choice of columns and row density; each change applies at once. */
export function ExibicaoPainel(props: {
  papel: Papel;
  colunas: readonly ColunaChave[];
  onColunas: (colunas: readonly ColunaChave[] | null) => void;
  botao: React.ReactElement;
  aberto: boolean;
}): React.JSX.Element {
  const { papel, colunas, onColunas, botao, aberto } = props;
  const [densidade, setDensidade] = useDensidade(useDono());
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus returnFocus defaultOpened={aberto}>
      <Popover.Target>{botao}</Popover.Target>
      <Popover.Dropdown className={classes.painel} aria-label={textos.rotulo}>
        <fieldset className={classes.grupo}>
          <legend>{textos.densidade}</legend>
          {DENSIDADES.map((each) => (
            <label key={each} className={classes.linha}>
              <input
                type="radio"
                name="densidade"
                checked={each === densidade}
                onChange={() => setDensidade(each)}
              />
              {textos.densidades[each]}
            </label>
          ))}
        </fieldset>
        <fieldset className={classes.grupo}>
          <legend>{textos.colunas}</legend>
          {escolhiveisOf(papel).map((chave) => (
            <label key={chave} className={classes.linha}>
              <input
                type="checkbox"
                checked={colunas.includes(chave)}
                onChange={({ currentTarget }) =>
                  onColunas(
                    currentTarget.checked ? [...colunas, chave] : colunas.filter((other) => other !== chave),
                  )
                }
              />
              {textos.nomes[papel][chave]}
            </label>
          ))}
        </fieldset>
        <button type="button" className="acao-barra" onClick={() => onColunas(null)}>
          {textos.padrao}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
