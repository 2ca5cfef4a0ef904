// SPDX-License-Identifier: Apache-2.0
// IRIs and URIs as values: RFC 3986, RFC 3987, UTS #46, UTS #39. Offsets are UTF-16 units.

/** A text that is not an IRI: where, and the rule that it breaks. */
export declare class IriError extends SyntaxError {
  constructor(message: string, offset: number);
  readonly offset: number;
}

export type Grammar = 'iri-reference' | 'iri' | 'absolute-iri' | 'uri-reference' | 'uri' | 'absolute-uri';
export type Ladder = 'simple' | 'syntax' | 'scheme';

/** The components; one that is absent is not there, one that is empty is `''`. */
export interface Parsed {
  readonly text: string;
  readonly scheme?: string;
  readonly userinfo?: string;
  /** An IP literal has its brackets. */
  readonly host?: string;
  readonly hostKind?: 'name' | 'ipv4' | 'ipv6' | 'ip-future';
  readonly port?: string;
  readonly path: string;
  readonly query?: string;
  readonly fragment?: string;
}

/** Throws IriError if the text does not match. */
export declare function parse(text: string, grammar?: Grammar): Parsed;

export interface ToUriOptions {
  /** `ascii`: a domain name gets A-labels (`xn--…`), the default; `percent`: it is percent-encoded. */
  readonly host?: 'ascii' | 'percent';
  /** `legacy`: the text is from a charset that is not of Unicode, and is normalized to NFC. */
  readonly source?: 'unicode' | 'legacy';
  /** Whether the ASCII characters that an IRI may not hold are refused, the default, or percent-encoded. */
  readonly forbidden?: 'refused' | 'encoded';
}

/** The URI of an IRI or a relative reference. Throws IriError. */
export declare function toUri(iri: string, options?: ToUriOptions): string;

/** The IRI of a URI, for people to read. Throws IriError. */
export declare function toIri(uri: string): string;

/** One form for all IRIs that are equal on the rung; `scheme` by default. Throws IriError. */
export declare function normalize(iri: string, ladder?: Ladder): string;

/** The first rung on which both are equal; null if they are not. */
export declare function compare(left: string, right: string): Ladder | null;

/** The target of a reference. Throws IriError. */
export declare function resolve(base: string, reference: string): string;

/** The shortest reference that resolve() with `base` turns into `target`. Throws IriError. */
export declare function relativize(base: string, target: string): string;

/** The URL with so little percent-encoding that it is still found in text (UTS #58). Throws IriError. */
export declare function minimal(url: string, formatting?: 'in-text' | 'at-end-of-text'): string;

export interface DisplayOptions {
  /** How text of both directions is kept together; `isolate` by default. */
  readonly bidi?: 'none' | 'isolate' | 'embedding' | 'marks';
  /** ISO 15924 codes of the scripts that the display can show: `['Latn', 'Cyrl']`; all by default. */
  readonly scripts?: Iterable<string>;
}

/** For a person to read, in left-to-right text; not for opening. Throws IriError. */
export declare function display(iri: string, options?: DisplayOptions): string;

/** The host with A-labels, or with U-labels (UTS #46); null if it is not a domain name. */
export declare function hostToAscii(host: string): string | null;
export declare function hostToUnicode(host: string): string | null;

/** Two hosts with the same skeleton look alike (UTS #39). For comparing only. */
export declare function skeleton(host: string): string;

export interface Diagnostic {
  /** Of the warning. */
  readonly name: string;
  readonly severity: 'serious' | 'note';
  readonly start: number;
  readonly end: number;
  /** A sentence about this place, without a full stop. */
  readonly message: string;
}

/** The warnings about any text as an IRI, in the order of their places. */
export declare function diagnose(iri: string): Diagnostic[];
