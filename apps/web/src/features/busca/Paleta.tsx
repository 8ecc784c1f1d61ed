import { Modal } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useId } from "react";
import { explainFalha } from "../../rpc/falhas.ts";
import { busca as textos } from "../../textos/busca.ts";
import { geral } from "../../textos/geral.ts";
import { Girando } from "../../ui/Girando.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import { useIsPhone } from "../../ui/telas.ts";
import { OpcaoLinha } from "./OpcaoLinha.tsx";
import type { Opcao } from "./opcoes.ts";
import classes from "./Paleta.module.css";
import { type PaletaProps, stepOpcao, useEmVista, useFirme, usePaleta } from "./paleta.ts";

/**
 * Palette for search and commands, above any page. The input keeps the focus; arrow keys highlight
 * an option (ARIA combobox with a listbox). A submit means that the user pressed Enter in the
 * header before the palette was loaded.
 */
export function Paleta(
  props: PaletaProps & { opened: boolean; enviar: boolean; onEnviado: () => void },
): React.JSX.Element {
  const phone = useIsPhone();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      // The page frame restores the focus itself.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      withCloseButton={false}
      centered={false}
      fullScreen={phone}
      yOffset="12vh"
      size={680}
      padding={0}
      title={textos.titulo}
      classNames={{ header: "vh", body: classes.corpo, content: classes.caixa }}
    >
      <Conteudo {...props} />
    </Modal>
  );
}

function Conteudo(props: PaletaProps & { enviar: boolean; onEnviado: () => void }): React.JSX.Element {
  const [paleta, onAperto] = useFirme(usePaleta(props));
  const { opcoes, escolhida, setEscolhida, run } = paleta;
  const base = useId();
  const idOf = (opcao: Opcao): string => `${base}-${opcao.chave}`;
  const ativa = escolhida ? idOf(escolhida) : undefined;
  useEmVista(ativa);
  const send = useEffectEvent(() => {
    if (!props.enviar) return;
    props.onEnviado();
    if (escolhida) run(escolhida);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit runs once
  useEffect(() => send(), [props.enviar]);
  const onKey = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const passo = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
    const next = passo === null ? undefined : stepOpcao(opcoes, escolhida, passo);
    if (next) setEscolhida(next);
    if (event.key === "Enter" && escolhida) run(escolhida);
    if (passo !== null || event.key === "Enter") event.preventDefault();
  };
  return (
    <>
      <div className={classes.campo}>
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label={geral.buscaRotulo}
          aria-expanded={opcoes.length > 0}
          aria-controls={`${base}-lista`}
          aria-activedescendant={ativa}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={geral.busca}
          value={props.texto}
          onChange={(event) => props.onTexto(event.currentTarget.value)}
          onKeyDown={onKey}
          onFocus={(event) => event.currentTarget.setSelectionRange(props.texto.length, props.texto.length)}
        />
        {paleta.procurando && <Girando size={18} />}
        <button type="button" className={classes.fechar} aria-label={geral.fechar} onClick={props.onClose}>
          <Kbd>Esc</Kbd>
        </button>
      </div>
      <Recado paleta={paleta} texto={props.texto} />
      <Lista base={base} paleta={paleta} idOf={idOf} ativa={ativa} onAperto={onAperto} />
      <p className={classes.pe} aria-hidden="true">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> {textos.dicas.mover}
        <Kbd>Enter</Kbd> {textos.dicas.abrir}
        <Kbd>Esc</Kbd> {textos.dicas.fechar}
      </p>
    </>
  );
}

function Lista(props: {
  base: string;
  paleta: ReturnType<typeof usePaleta>;
  idOf: (opcao: Opcao) => string;
  ativa: string | undefined;
  onAperto: () => void;
}): React.JSX.Element {
  const { base, paleta, idOf, ativa, onAperto } = props;
  const { query } = paleta;
  return (
    <div
      id={`${base}-lista`}
      role="listbox"
      aria-label={textos.resultados}
      className={classes.lista}
      data-velha={query.isPlaceholderData}
      onPointerDown={onAperto}
    >
      {paleta.grupos.map(({ titulo, opcoes }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a listbox is not a fieldset
        <div key={titulo} role="group" aria-label={titulo} className={classes.grupo}>
          {opcoes[0]?.tipo !== "lista" && opcoes[0]?.tipo !== "chave" && (
            <div className={classes.titulo} aria-hidden="true">
              {titulo}
            </div>
          )}
          {opcoes.map((opcao) => (
            <OpcaoLinha
              key={opcao.chave}
              id={idOf(opcao)}
              opcao={opcao}
              ativa={idOf(opcao) === ativa}
              onPonto={() => paleta.setEscolhida(opcao)}
              onRun={() => paleta.run(opcao)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Status line of the search: error, text too short, no result, count, or progress. */
function Recado({
  paleta,
  texto,
}: {
  paleta: ReturnType<typeof usePaleta>;
  texto: string;
}): React.JSX.Element {
  const { query, buscavel, procurando, achados } = paleta;
  const falha = query.error && buscavel && !procurando ? explainFalha(query.error) : null;
  if (falha) {
    return (
      <p className={classes.recado} role="alert">
        {falha.titulo}.{" "}
        <button type="button" className="link" onClick={() => void query.refetch()}>
          {geral.tentarDeNovo}
        </button>
      </p>
    );
  }
  const curta = texto.trim() !== "" && !buscavel;
  const nada = buscavel && !procurando && achados.length === 0;
  const total = buscavel && !procurando && achados.length > 0;
  return (
    <p className={curta || nada ? classes.recado : "vh"} role="status">
      {curta && textos.curta}
      {nada && textos.nenhum}
      {total && textos.encontrados(achados.length)}
      {buscavel && procurando && textos.procurando}
    </p>
  );
}
