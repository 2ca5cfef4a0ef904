/* SPDX-License-Identifier: Apache-2.0 */
/* A module of Evolution that shows text/plain parts with the links that linkspan finds, instead of those
 * of Evolution's own formatter.
 *
 * Evolution shows a text part in an iframe. The main document, which contains the iframe, is formatted in
 * the mode NORMAL, and the document in the iframe in the mode RAW. In each mode Evolution calls the
 * formatters of the MIME type in the order of their priority, until one returns TRUE. This formatter returns
 * TRUE only in the mode RAW, so Evolution still creates the iframe, prints and quotes. Its priority is above
 * that of Evolution's formatter for text/plain and below that of the module text-highlight, which shows
 * source code.
 *
 * Guarded by tests/clients_evolution.sh. */
#include <string.h>

#include <em-format/e-mail-formatter-extension.h>
#include <em-format/e-mail-formatter.h>
#include <libedataserver/libedataserver.h>

#include <linkspan/linkspan_c.h>

typedef EMailFormatterExtension LinkspanFormatter;
typedef EMailFormatterExtensionClass LinkspanFormatterClass;

GType linkspan_formatter_get_type(void);
G_DEFINE_DYNAMIC_TYPE(LinkspanFormatter, linkspan_formatter, E_TYPE_MAIL_FORMATTER_EXTENSION)

static linkspan_engine* engine = NULL;

/* The style of the document in the iframe, in addition to Evolution's own. */
static const char kStyle[] =
    "<style>"
    "body { margin: 0; }"
    "pre.linkspan { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }"
    ".linkspan-destination { font-size: smaller; }"
    ".linkspan-unopened { text-decoration: underline dotted; }"
    "</style>";

typedef struct output {
  GOutputStream* stream;
  GCancellable* cancellable;
} output;

/* A callback of linkspan. Returns 0 to continue. */
static int write_html(void* context, const char* html, size_t size) {
  const output* const out = context;
  return g_output_stream_write_all(out->stream, html, size, NULL, out->cancellable, NULL) ? 0 : 1;
}

static void write_string(output* out, const char* string) { write_html(out, string, strlen(string)); }

/* The parameters format and delsp of RFC 3676. */
static linkspan_flow flow_of(CamelContentType* type) {
  const char* const format = camel_content_type_param(type, "format");
  const char* const delsp = camel_content_type_param(type, "delsp");
  if (format == NULL || g_ascii_strcasecmp(format, "flowed") != 0) return LINKSPAN_FLOW_FIXED;
  if (delsp == NULL || g_ascii_strcasecmp(delsp, "yes") != 0) return LINKSPAN_FLOW_FLOWED;
  return LINKSPAN_FLOW_FLOWED_DELSP;
}

/* `chosen` is the choice in Evolution's menu of character encodings; NULL or empty if there is none. */
static const char* charset_of(CamelContentType* type, const char* chosen) {
  const char* const declared = camel_content_type_param(type, "charset");
  if (chosen != NULL && chosen[0] != '\0') return chosen;
  return declared != NULL ? declared : "auto";
}

/* Writes the content of a part. Its transfer encoding was already decoded. */
static void write_text(output* out, GMemoryOutputStream* content, CamelContentType* type, const char* chosen) {
  const char* const bytes = g_memory_output_stream_get_data(content);
  const size_t size = g_memory_output_stream_get_data_size(content);
  linkspan_document_options document;
  linkspan_render_options render;
  linkspan_document_options_init(&document, sizeof(document));
  document.charset = charset_of(type, chosen);
  document.charset_fallback = "auto";
  document.flow = flow_of(type);
  linkspan_render_options_init(&render, sizeof(render));
  render.format = LINKSPAN_RENDER_HTML;
  render.show_destination = LINKSPAN_SHOW_DESTINATION_WHERE_HIDDEN;
  linkspan_render(engine, bytes, size, &document, &render, write_html, out, NULL, NULL);
}

static void write_part(output* out, EMailPart* part, const char* chosen) {
  CamelMimePart* const mime_part = e_mail_part_ref_mime_part(part);
  CamelDataWrapper* const wrapper = camel_medium_get_content(CAMEL_MEDIUM(mime_part));
  GOutputStream* const content = g_memory_output_stream_new_resizable();
  if (wrapper != NULL) {
    camel_data_wrapper_decode_to_output_stream_sync(wrapper, content, out->cancellable, NULL);
  }
  write_text(out, G_MEMORY_OUTPUT_STREAM(content), camel_mime_part_get_content_type(mime_part), chosen);
  g_object_unref(content);
  g_object_unref(mime_part);
}

static gboolean format(EMailFormatterExtension* extension, EMailFormatter* formatter,
                       EMailFormatterContext* context, EMailPart* part, GOutputStream* stream,
                       GCancellable* cancellable) {
  output out = {stream, cancellable};
  char* chosen;
  if (context->mode != E_MAIL_FORMATTER_MODE_RAW) return FALSE;
  chosen = e_mail_formatter_dup_charset(formatter);
  write_string(&out, e_mail_formatter_get_sub_html_header(formatter));
  write_string(&out, kStyle);
  write_part(&out, part, chosen);
  write_string(&out, "</body></html>");
  e_mail_part_set_converted_to_utf8(part, TRUE);
  g_free(chosen);
  return TRUE; /* even if a write failed: otherwise the next formatter would write into the same document */
}

static void linkspan_formatter_class_init(EMailFormatterExtensionClass* class) {
  /* text-highlight delegates to the second type if it is disabled. */
  static const gchar* mime_types[] = {"text/plain", "application/vnd.evolution.plaintext", NULL};
  class->display_name = "Links by linkspan";
  class->description = "Plain text with links in any language, and with their destinations";
  class->mime_types = mime_types;
  class->priority = G_PRIORITY_LOW - 1; /* Evolution's formatter has G_PRIORITY_LOW; lower values come first */
  class->format = format;
}

static void linkspan_formatter_class_finalize(EMailFormatterExtensionClass* class) {}
static void linkspan_formatter_init(EMailFormatterExtension* extension) {}

/* Evolution calls these three by name. */
void e_module_load(GTypeModule* module);
void e_module_unload(GTypeModule* module);
const gchar* g_module_check_init(GModule* module);

G_MODULE_EXPORT const gchar* g_module_check_init(GModule* module) {
  g_module_make_resident(module); /* a GObject type cannot be registered twice */
  return NULL;
}

G_MODULE_EXPORT void e_module_load(GTypeModule* module) {
  if (engine == NULL && linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) {
    g_warning("linkspan could not be initialized");
    return; /* Evolution then shows text without this module */
  }
  linkspan_formatter_register_type(module);
}

G_MODULE_EXPORT void e_module_unload(GTypeModule* module) {}
