import { IconPencil, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { geral } from "../../textos/geral.ts";
import { painelDeVisoes as textos } from "../../textos/visoes-painel.ts";
import { Botao } from "../../ui/Botao.tsx";
import { VisaoNome } from "./VisaoNome.tsx";
import classes from "./VisoesPainel.module.css";
import type { Visao } from "./visoes.ts";

/** One saved view: its name opens it; the buttons beside it edit it. */
export function VisaoLinha(props: {
  visao: Visao;
  atual: boolean;
  padrao: boolean;
  recusa: (nome: string) => keyof typeof textos.recusas | null;
  onAbrir: () => void;
  onPadrao: () => void;
  onNome: (nome: string) => void;
  onApagar: () => void;
}): React.JSX.Element {
  const { visao, atual, padrao, recusa, onAbrir, onPadrao, onNome, onApagar } = props;
  const { nome } = visao;
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    return (
      <li>
        <VisaoNome
          rotulo={textos.novoNome(nome)}
          inicial={nome}
          recusa={recusa}
          onSalvar={(next) => {
            onNome(next);
            setRenaming(false);
          }}
        >
          <Botao onClick={() => setRenaming(false)}>{geral.cancelar}</Botao>
          <Botao type="submit">{textos.salvar}</Botao>
        </VisaoNome>
      </li>
    );
  }
  const Estrela = padrao ? IconStarFilled : IconStar;
  return (
    <li className={classes.linha} data-atual={atual}>
      <button
        type="button"
        className={classes.abrir}
        aria-current={atual ? "true" : undefined}
        onClick={onAbrir}
      >
        <span>{nome}</span>
        {padrao && <small>{textos.padrao}</small>}
      </button>
      <Acao
        rotulo={padrao ? textos.deixarPadrao(nome) : textos.tornarPadrao(nome)}
        pressed={padrao}
        onClick={onPadrao}
      >
        <Estrela size={16} stroke={1.6} aria-hidden="true" />
      </Acao>
      <Acao rotulo={textos.renomear(nome)} onClick={() => setRenaming(true)}>
        <IconPencil size={16} stroke={1.6} aria-hidden="true" />
      </Acao>
      <Acao rotulo={textos.apagar(nome)} onClick={onApagar}>
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </Acao>
    </li>
  );
}

function Acao(props: {
  rotulo: string;
  pressed?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}): React.JSX.Element {
  const { rotulo, pressed, onClick, children } = props;
  return (
    <button
      type="button"
      className="icone icone-pequeno"
      aria-label={rotulo}
      aria-pressed={pressed}
      data-dica={rotulo}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
