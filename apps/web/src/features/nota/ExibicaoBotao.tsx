import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { lazy } from "react";
import type { Papel } from "../../rpc/queries.ts";
import { notas as textos } from "../../textos/notas.ts";
import { Depois } from "../../ui/Depois.tsx";
import type { ColunaChave } from "./exibicao.ts";

const ExibicaoPainel = lazy(async () => ({ default: (await import("./ExibicaoPainel.tsx")).ExibicaoPainel }));

/** Button that opens the choice of columns and row density. */
export function ExibicaoBotao(props: {
  papel: Papel;
  colunas: readonly ColunaChave[];
  onColunas: (colunas: readonly ColunaChave[] | null) => void;
}): React.JSX.Element {
  return (
    <Depois
      botao={
        <button
          type="button"
          className="icone icone-pequeno sem-impressao"
          aria-label={textos.exibicao}
          data-dica={textos.exibicao}
        >
          <IconAdjustmentsHorizontal size={16} stroke={1.6} aria-hidden="true" />
        </button>
      }
    >
      {(botao, aberto) => <ExibicaoPainel {...props} botao={botao} aberto={aberto} />}
    </Depois>
  );
}
