import { ActionIcon, Divider, Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useId } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { general } from "../../texts/app/general.ts";
import { searchTexts as texts } from "../../texts/app/search.ts";
import { searchMoreTexts } from "../../texts/app/search-more.ts";
import { operatorTexts } from "../../texts/app/search-operators.ts";
import { Spinner } from "../../ui/feedback/Spinner.tsx";
import { useIsPhone } from "../../ui/layout/page-hooks.ts";
import { OptionRow } from "./OptionRow.tsx";
import { completeOperator } from "./operator-words.ts";
import { isCommandText, type PaletteOption } from "./palette-options.ts";
import classes from "./SearchPalette.module.css";
import {
  type PaletteProps,
  stepOption,
  useFrozenWhilePressed,
  usePalette,
  useScrollIntoView,
} from "./use-palette.ts";
import { keyOfToken, useTokens } from "./use-tokens.ts";

const HINTS = [
  [texts.dicas.mover, ["↑", "↓"]],
  [texts.dicas.abrir, ["Enter"]],
  [searchMoreTexts.espiar, ["Alt", "Enter"]],
  [texts.dicas.fechar, ["Esc"]],
  [texts.dicas.comandos, [">"]],
] as const;

/**
 * Palette for search and commands, above any page. The input keeps the focus; arrow keys highlight
 * an option (ARIA combobox with a listbox). A submit means that the user pressed Enter in the
 * header before the palette was loaded.
 */
export function SearchPalette(
  props: PaletteProps & { opened: boolean; submit: boolean; onSubmitted: () => void },
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
      size={720}
      padding={0}
      title={texts.titulo}
      classNames={{ header: "vh", body: classes.body, content: classes.content }}
    >
      <PaletteContent {...props} phone={phone} />
    </Modal>
  );
}

function PaletteContent(
  props: PaletteProps & { submit: boolean; onSubmitted: () => void; phone: boolean },
): React.JSX.Element {
  const { phone } = props;
  const [palette, onPress] = useFrozenWhilePressed(usePalette(props));
  const { opcoes, escolhida, setEscolhida, run } = palette;
  const base = useId();
  const idOf = (option: PaletteOption): string => `${base}-${option.chave}`;
  const active = escolhida ? idOf(escolhida) : undefined;
  useScrollIntoView(active);
  const send = useEffectEvent(() => {
    if (!props.submit) return;
    props.onSubmitted();
    if (escolhida) run(escolhida);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each submit runs once
  useEffect(() => send(), [props.submit]);
  const { tokens, typed, type, takeBack, remove } = useTokens(props.texto, props.onText, palette.hoje);
  const onKey = (event: React.KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isAtStart = selectionStart === 0 && selectionEnd === 0;
    const completed = event.key === "Tab" && !event.shiftKey ? completeOperator(typed) : null;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : null;
    const next = step === null ? undefined : stepOption(opcoes, escolhida, step);
    if (next) setEscolhida(next);
    if (completed !== null) type(completed);
    if (event.key === "Enter" && escolhida) (event.altKey ? palette.peek : run)(escolhida);
    const isTaken = event.key === "Backspace" && isAtStart && takeBack();
    if (step !== null || event.key === "Enter" || completed !== null || isTaken) event.preventDefault();
  };
  return (
    <>
      <Group gap={12} wrap="nowrap" flex="none" h={56} pl={phone ? 16 : 20} pr={phone ? 8 : 16} c="dimmed">
        <IconSearch size={20} stroke={1.6} aria-hidden="true" style={{ flex: "none" }} />
        {tokens.map((token, at) => (
          <button
            key={keyOfToken(tokens, at)}
            type="button"
            tabIndex={-1}
            className={`mono ${classes.token}`}
            aria-label={operatorTexts.retirar(token)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => remove(at)}
          >
            {token}
          </button>
        ))}
        <input
          className={classes.input}
          data-autofocus
          type="text"
          role="combobox"
          aria-label={general.buscaRotulo}
          aria-expanded={opcoes.length > 0}
          aria-controls={`${base}-lista`}
          aria-activedescendant={active}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={tokens.length === 0 ? general.busca : undefined}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKey}
          onFocus={(event) => event.currentTarget.setSelectionRange(typed.length, typed.length)}
        />
        {palette.procurando && <Spinner size={18} />}
        <ActionIcon size={phone ? 44 : 32} aria-label={general.fechar} onClick={props.onClose}>
          <Kbd>Esc</Kbd>
        </ActionIcon>
      </Group>
      <Divider />
      <StatusLine palette={palette} text={props.texto} tokens={tokens} />
      <OptionList base={base} palette={palette} idOf={idOf} active={active} onPress={onPress} />
      <Divider />
      <Group component="p" gap={16} px={20} py={11} visibleFrom="xs" className="t-rotulo" aria-hidden="true">
        {HINTS.map(([hint, keys]) => (
          <Group key={hint} component="span" gap={4}>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {hint}
          </Group>
        ))}
      </Group>
    </>
  );
}

function OptionList(props: {
  base: string;
  palette: ReturnType<typeof usePalette>;
  idOf: (option: PaletteOption) => string;
  active: string | undefined;
  onPress: () => void;
}): React.JSX.Element {
  const { base, palette, idOf, active, onPress } = props;
  const { query } = palette;
  return (
    <Stack
      id={`${base}-lista`}
      role="listbox"
      aria-label={texts.resultados}
      // Paler while what it shows is of an earlier text.
      aria-busy={query.isPlaceholderData}
      className={classes.list}
      gap={8}
      flex={1}
      mih={0}
      p={8}
      opacity={query.isPlaceholderData ? 0.6 : undefined}
      onPointerDown={onPress}
    >
      {palette.grupos.map(({ titulo, opcoes, nota }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of a listbox is not a fieldset
        <div key={titulo} role="group" aria-label={titulo} className={groupClassOf(opcoes)}>
          {opcoes[0]?.tipo !== "lista" && opcoes[0]?.tipo !== "chave" && (
            <Group className="t-rotulo" px={12} py={4} fw={500} justify="space-between" aria-hidden="true">
              <span>{titulo}</span>
              <Text span inherit fw={400} className="num">
                {nota}
              </Text>
            </Group>
          )}
          {opcoes.map((option) => (
            <OptionRow
              key={option.chave}
              id={idOf(option)}
              option={option}
              active={idOf(option) === active}
              onHighlight={() => palette.setEscolhida(option)}
              onRun={() => palette.run(option)}
            />
          ))}
        </div>
      ))}
    </Stack>
  );
}

/** The operators are hints in two columns. */
function groupClassOf([first]: readonly PaletteOption[]): string | undefined {
  return first?.tipo === "operador" ? classes.operators : undefined;
}

const VISIBLE_STATUS = { px: 20, pt: 12, pb: 4, c: "var(--text-2)" };

/** Status line of the search: error, text too short, no result, count, or progress. */
function StatusLine({
  palette,
  text,
  tokens,
}: {
  palette: ReturnType<typeof usePalette>;
  text: string;
  tokens: readonly string[];
}): React.JSX.Element {
  const { query, buscavel, procurando, achados, total: listed } = palette;
  const falha = query.error && buscavel && !procurando ? explainFailure(query.error) : null;
  if (falha) {
    return (
      <Text inherit {...VISIBLE_STATUS} role="alert">
        {falha.titulo}.{" "}
        <button type="button" className="link" onClick={() => void query.refetch()}>
          {general.tentarDeNovo}
        </button>
      </Text>
    );
  }
  const isBegun = text.trim() !== "" && !isCommandText(text) && !/:$/.test(text.trim());
  const curta = isBegun && tokens.length === 0 && !buscavel;
  const hasNoResult = buscavel && !procurando && achados.length === 0;
  const total = buscavel && !procurando && achados.length > 0;
  return (
    <Text inherit {...(curta || hasNoResult ? VISIBLE_STATUS : { className: "vh" })} role="status">
      {curta && texts.curta}
      {hasNoResult && texts.nenhum}
      {total && texts.encontrados(Math.max(achados.length, listed?.total ?? 0))}
      {buscavel && procurando && texts.procurando}
    </Text>
  );
}
