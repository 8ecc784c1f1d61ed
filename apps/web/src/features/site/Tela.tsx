import { useMantineColorScheme } from "@mantine/core";
import { useEffect, useState } from "react";
import classes from "./Tela.module.css";

/** One screenshot in one theme: addresses of the same image, small and at double size. */
export type Retrato = { avif: string; avif2x?: string; webp: string };

/** A screenshot in both themes, of the same size. */
export type TelaDoProduto = { claro: Retrato; escuro: Retrato; largura: number; altura: number };

const CELULAR = "(max-width: 639px)";

/**
 * A screenshot of the product in the current theme; below 640 px the one of a phone, if given.
 * @param isFirst the first image that a visitor sees: it loads at once
 */
export function Tela(props: {
  tela: TelaDoProduto;
  celular?: TelaDoProduto;
  alt: string;
  primeira?: boolean;
}): React.JSX.Element {
  const { tela, celular, alt, primeira = false } = props;
  const escuro = useEscuro();
  return (
    <picture className={classes.tela}>
      {celular && <Fontes tela={celular} escuro={escuro} so={CELULAR} />}
      <Fontes tela={tela} escuro={escuro} />
      <img
        src={tela.claro.webp}
        width={tela.largura}
        height={tela.altura}
        alt={alt}
        decoding="async"
        {...(primeira ? { fetchPriority: "high" } : { loading: "lazy" })}
      />
    </picture>
  );
}

function Fontes(props: { tela: TelaDoProduto; escuro: string; so?: string }): React.JSX.Element {
  const { tela, escuro, so } = props;
  const sizes = { width: tela.largura, height: tela.altura };
  const srcOf = ({ avif, avif2x }: Retrato): string => (avif2x ? `${avif}, ${avif2x} 2x` : avif);
  return (
    <>
      <source media={both(so, escuro)} type="image/avif" srcSet={srcOf(tela.escuro)} {...sizes} />
      <source media={both(so, escuro)} type="image/webp" srcSet={tela.escuro.webp} {...sizes} />
      <source media={so} type="image/avif" srcSet={srcOf(tela.claro)} {...sizes} />
      <source media={so} type="image/webp" srcSet={tela.claro.webp} {...sizes} />
    </>
  );
}

const both = (...media: (string | undefined)[]): string => media.filter(Boolean).join(" and ");

/**
 * The media query that matches in the dark theme. Before the application has loaded it is the
 * system's; public/antes.js corrects it to the theme chosen on this device.
 */
function useEscuro(): string {
  const { colorScheme } = useMantineColorScheme();
  const [escuro, setEscuro] = useState(DO_SISTEMA);
  useEffect(() => {
    setEscuro(
      colorScheme === "auto" ? DO_SISTEMA : colorScheme === "dark" ? "(min-width: 0)" : "(max-width: 0)",
    );
  }, [colorScheme]);
  return escuro;
}

const DO_SISTEMA = "(prefers-color-scheme: dark)";
