import { Popover } from "@mantine/core";
import { cloneElement, useId, useState } from "react";
import { painelDeVisoes as textos } from "../../textos/visoes-painel.ts";
import { Botao } from "../../ui/Botao.tsx";
import { confirmar } from "../../ui/confirmar.tsx";
import { hasQuestion } from "../../ui/open-questions.ts";
import { avisar } from "../../ui/toast.tsx";
import { addVisao, changeVisao, recusaDoNome, removeVisao, togglePadrao } from "./editar.ts";
import { VisaoLinha } from "./VisaoLinha.tsx";
import { VisaoNome } from "./VisaoNome.tsx";
import classes from "./VisoesPainel.module.css";
import { type Mostrado, paramsDe, type Visao, type Visoes } from "./visoes.ts";

type Props = {
  botao: React.ReactElement<{ onClick?: () => void }>;
  /** The button was pressed before this component loaded. */
  aberto: boolean;
  visoes: Visoes;
  setVisoes: (visoes: Visoes) => void;
  atual: Visao | null;
  modificada: boolean;
  mostrado: Mostrado;
  /** The address without any view. */
  semVisao: URLSearchParams;
  onAbrir: (params: URLSearchParams, colunas: string) => void;
};

/** The panel of the saved views: open, save, rename, delete, or set the default. */
export function VisoesPainel(props: Props): React.JSX.Element {
  const { botao, visoes } = props;
  const [opened, setOpened] = useState(props.aberto);
  const rotulo = useId();
  return (
    <Popover
      position="bottom-start"
      shadow="md"
      width={340}
      trapFocus
      returnFocus
      opened={opened}
      onChange={(next) => {
        // A press inside the question about an unsaved name is not a press outside the panel.
        if (next || !hasQuestion()) setOpened(next);
      }}
    >
      <Popover.Target>{cloneElement(botao, { onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown className={classes.painel} aria-labelledby={rotulo}>
        <span id={rotulo} className="vh">
          {textos.rotulo}
        </span>
        {visoes.lista.length > 0 && <Lista {...props} onClose={() => setOpened(false)} />}
        <Nova {...props} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Lista(props: Props & { onClose: () => void }): React.JSX.Element {
  const { visoes, setVisoes, atual, semVisao, onAbrir, onClose } = props;
  const abrir = (params: URLSearchParams, colunas = ""): void => {
    onAbrir(params, colunas);
    onClose();
  };
  const apagar = async (visao: Visao): Promise<void> => {
    onClose();
    const yes = await confirmar({
      titulo: textos.apagarTitulo,
      texto: textos.apagarTexto(visao.nome),
      acao: textos.apagarAcao,
      destrutiva: true,
    });
    if (!yes) return;
    setVisoes(removeVisao(visoes, visao.id));
    avisar(textos.apagada(visao.nome));
  };
  return (
    <>
      <ul className={classes.lista}>
        {visoes.lista.map((visao) => (
          <VisaoLinha
            key={visao.id}
            visao={visao}
            atual={visao.id === atual?.id}
            padrao={visao.id === visoes.padrao}
            recusa={(nome) => recusaDoNome(visoes, nome, visao.id)}
            onAbrir={() => abrir(paramsDe(visao), visao.colunas)}
            onPadrao={() => setVisoes(togglePadrao(visoes, visao.id))}
            onNome={(nome) => setVisoes(changeVisao(visoes, visao.id, { nome }))}
            onApagar={() => void apagar(visao)}
          />
        ))}
      </ul>
      {atual && <Mudancas {...props} atual={atual} abrir={abrir} />}
      {atual && (
        <button type="button" className={classes.solta} onClick={() => abrir(semVisao)}>
          {textos.sem}
        </button>
      )}
    </>
  );
}

/** The active view is modified: save the changes or revert them. */
function Mudancas(
  props: Props & { atual: Visao; abrir: (params: URLSearchParams, colunas: string) => void },
): React.JSX.Element | null {
  const { atual, modificada, mostrado, visoes, setVisoes, abrir } = props;
  if (!modificada) return null;
  return (
    <div className={classes.mudancas}>
      <button
        type="button"
        className="link"
        onClick={() => setVisoes(changeVisao(visoes, atual.id, mostrado))}
      >
        {textos.guardar(atual.nome)}
      </button>
      <button type="button" className="link" onClick={() => abrir(paramsDe(atual), atual.colunas)}>
        {textos.desfazer(atual.nome)}
      </button>
    </div>
  );
}

/** Saves what the list shows as a new view. */
function Nova(props: Props & { onClose: () => void }): React.JSX.Element {
  const { visoes, setVisoes, mostrado, onAbrir, onClose } = props;
  const salvar = (nome: string): void => {
    const visao: Visao = { ...mostrado, id: crypto.randomUUID(), nome };
    setVisoes(addVisao(visoes, visao));
    onAbrir(paramsDe(visao), "");
    onClose();
    avisar(textos.salva(nome));
  };
  return (
    <VisaoNome
      rotulo={textos.nome}
      dica={mostrado.colunas ? textos.nomeDica : textos.nomeDicaSemColunas}
      primeiro={visoes.lista.length === 0}
      recusa={(nome) => recusaDoNome(visoes, nome)}
      onSalvar={salvar}
    >
      <Botao type="submit" variante={visoes.lista.length === 0 ? "cheia" : "borda"}>
        {visoes.lista.length === 0 ? textos.salvar : textos.salvarComo}
      </Botao>
    </VisaoNome>
  );
}
