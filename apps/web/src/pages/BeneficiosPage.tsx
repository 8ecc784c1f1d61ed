/** In construction: its owner replaces it whole. */
export function BeneficiosPage(): React.JSX.Element {
  return <h1>Benefícios</h1>;
}
