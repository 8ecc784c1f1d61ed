import { ActionIcon, Box, Divider, Flex, Group, Loader, Text, TextInput } from "@mantine/core";
import {
  IconChevronDown,
  IconChevronRight,
  IconChevronUp,
  IconCopy,
  IconSearch,
  type TablerIcon,
} from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { xmlQuery } from "../../../rpc/files/xml-query.ts";
import { general } from "../../../texts/app/general.ts";
import { notaTabTexts as texts } from "../../../texts/nota/nota-tabs.ts";
import { FailureState } from "../../../ui/feedback/FailureState.tsx";
import { ScrollRegion } from "../../../ui/layout/ScrollRegion.tsx";
import { copyText } from "../../../ui/state/copy-text.ts";
import { XmlLine } from "./XmlLine.tsx";
import classes from "./XmlTab.module.css";
import {
  collapsible,
  expandTo,
  findLines,
  initiallyCollapsed,
  parseXmlLines,
  visibleLines,
  type XmlTreeLine,
} from "./xml-tree.ts";

const LINE_PX = 24;
const OVERSCAN = 20;
const VIEWER = { direction: "column", h: { base: "70vh", xs: "100%" } } as const;
const RAW = { overflow: "auto", whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;

/** The XML of a document, fetched when its tab is opened. */
export function XmlTab({ notaId }: { notaId: string }): React.JSX.Element | null {
  const { data, error, isPending, refetch } = useQuery(xmlQuery(notaId));
  if (isPending) return <Loader size="sm" m={32} role="status" aria-label={general.carregando} />;
  if (error) return <FailureState failure={explainFailure(error)} onRetry={() => void refetch()} />;
  return <XmlViewer xml={data} />;
}

/** An XML as a collapsible tree with search and copy. Only the visible lines are rendered. */
function XmlViewer({ xml }: { xml: string }): React.JSX.Element {
  const lines = useMemo(() => parseXmlLines(xml), [xml]);
  if (!lines) {
    return (
      <Flex {...VIEWER}>
        <Text inherit p="16px 32px 0" c="var(--text-2)">
          {texts.xml.invalido}
        </Text>
        <Text component="pre" className="mono" fz="xs" lh="24px" p="16px 32px" style={RAW}>
          {xml}
        </Text>
      </Flex>
    );
  }
  return <XmlTree lines={lines} xml={xml} />;
}

/** State of the tree: collapsed elements, search text and current match. */
function useXmlTree(lines: readonly XmlTreeLine[]) {
  const [collapsedSet, setCollapsedSet] = useState(() => initiallyCollapsed(lines));
  const [searchText, setSearchText] = useState("");
  const [current, setCurrent] = useState(0);
  const scrollRef = useRef<HTMLDivElement>(null);
  const found = useMemo(() => findLines(lines, searchText), [lines, searchText]);

  const go = (index: number, among: readonly number[] = found): void => {
    const targetIndex = among[((index % among.length) + among.length) % among.length];
    if (targetIndex === undefined) return;
    const next = expandTo(lines, collapsedSet, targetIndex);
    setCollapsedSet(next);
    setCurrent(among.indexOf(targetIndex));
    const place = visibleLines(lines, next).indexOf(targetIndex);
    requestAnimationFrame(() => scrollRef.current?.scrollTo({ top: Math.max(0, place * LINE_PX - 80) }));
  };
  const search = (text: string): void => {
    setSearchText(text);
    setCurrent(0);
    if (text.trim().length > 1) go(0, findLines(lines, text));
  };
  const toggle = (index: number): void => {
    const next = new Set(collapsedSet);
    if (!next.delete(index)) next.add(index);
    setCollapsedSet(next);
  };
  return { lines, collapsedSet, setCollapsedSet, searchText, current, scrollRef, found, go, search, toggle };
}

type TreeProps = { tree: ReturnType<typeof useXmlTree> };

function XmlTree({ lines, xml }: { lines: readonly XmlTreeLine[]; xml: string }): React.JSX.Element {
  const tree = useXmlTree(lines);
  const { setCollapsedSet } = tree;
  return (
    <Flex {...VIEWER}>
      <Group gap={4} wrap="nowrap" flex="none" h={48} pl="var(--inset-start)" pr="var(--inset-end)">
        <XmlSearch tree={tree} />
        <button type="button" className="acao-barra" onClick={() => setCollapsedSet(new Set())}>
          {texts.xml.abrirTudo}
        </button>
        <button type="button" className="acao-barra" onClick={() => setCollapsedSet(collapsible(lines))}>
          {texts.xml.fecharTudo}
        </button>
        <IconButton
          icon={IconCopy}
          label={texts.xml.copiar}
          onClick={() => void copyText(xml, texts.xml.copiado)}
        />
      </Group>
      <Divider />
      <XmlWindow tree={tree} />
    </Flex>
  );
}

function IconButton(props: { icon: TablerIcon; label: string; onClick: () => void }): React.JSX.Element {
  const { icon: Icon, label, onClick } = props;
  return (
    <ActionIcon size={28} aria-label={label} data-dica={label} onClick={onClick}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
}

function XmlSearch({ tree }: TreeProps): React.JSX.Element {
  const { searchText, current, found, go, search } = tree;
  return (
    <Group component="search" gap={6} wrap="nowrap" flex={1} c="dimmed" className={classes.search}>
      <TextInput
        flex="0 1 240px"
        miw={110}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
        value={searchText}
        placeholder={texts.xml.buscar}
        aria-label={texts.xml.buscar}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") go(current + (event.shiftKey ? -1 : 1));
        }}
      />
      {searchText.trim() !== "" && (
        <>
          <Text span className="num" size="xs" role="status">
            {texts.xml.resultados(found.length === 0 ? 0 : current + 1, found.length)}
          </Text>
          <IconButton icon={IconChevronUp} label={texts.xml.anterior} onClick={() => go(current - 1)} />
          <IconButton icon={IconChevronDown} label={texts.xml.proximo} onClick={() => go(current + 1)} />
        </>
      )}
    </Group>
  );
}

/** Renders only the visible lines, positioned in a box of the full height. */
function XmlWindow({ tree }: TreeProps): React.JSX.Element {
  const { lines, collapsedSet, searchText, scrollRef, toggle } = tree;
  const targetIndex = tree.found[tree.current] ?? -1;
  const shown = useMemo(() => visibleLines(lines, collapsedSet), [lines, collapsedSet]);
  const [range, setRange] = useState({ from: 0, to: 120 });
  const onScroll = (event: React.UIEvent<HTMLDivElement>): void => {
    const { scrollTop, clientHeight } = event.currentTarget;
    const from = Math.max(0, Math.floor(scrollTop / LINE_PX) - OVERSCAN);
    const to = Math.ceil((scrollTop + clientHeight) / LINE_PX) + OVERSCAN;
    setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  return (
    <ScrollRegion
      ref={scrollRef}
      className={classes.window}
      aria-label={texts.xml.rotulo}
      onScroll={onScroll}
    >
      <Box pos="relative" miw="max-content" h={shown.length * LINE_PX}>
        {shown.slice(range.from, range.to).map((index, i) => {
          const line = lines[index];
          if (!line) return null;
          const collapsed = collapsedSet.has(index);
          return (
            <div key={index} className={classes.line} style={{ top: (range.from + i) * LINE_PX }}>
              <CollapseButton line={line} collapsed={collapsed} onToggle={() => toggle(index)} />
              <XmlLine
                line={line}
                collapsed={collapsed}
                searchText={searchText}
                isTarget={index === targetIndex}
              />
            </div>
          );
        })}
      </Box>
    </ScrollRegion>
  );
}

function CollapseButton(props: {
  line: XmlTreeLine;
  collapsed: boolean;
  onToggle: () => void;
}): React.JSX.Element {
  const { line, collapsed, onToggle } = props;
  const ArrowIcon = collapsed ? IconChevronRight : IconChevronDown;
  return (
    <Box component="span" w={32} flex="none" ta="right">
      {line.tipo === "abre" && (
        <ActionIcon
          size={24}
          c="dimmed"
          aria-expanded={!collapsed}
          aria-label={collapsed ? texts.xml.abrir(line.nome) : texts.xml.fechar(line.nome)}
          onClick={onToggle}
        >
          <ArrowIcon size={14} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      )}
    </Box>
  );
}
