/* SPDX-License-Identifier: Apache-2.0 */
/* A plugin of Claws Mail that shows text parts with the links that linkspan finds, instead of those that
 * Claws Mail finds. If a link leads to another host than the visible one, that host is shown after the link.
 * The tooltip of a link is its URI. Only URIs that are safe to open are links.
 *
 * Claws Mail has no plugin interface for links, so this is a viewer for MIME parts of type text/plain.
 *
 * Guarded by tests/clients_claws.sh. */
#include <glib.h>
#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include <linkspan/linkspan_c.h>

#include "common/claws.h"
#include "common/version.h"
#include "compose.h"
#include "hooks.h"
#include "messageview.h"
#include "mimeview.h"
#include "plugin.h"
#include "prefs_common.h"
#include "procmime.h"
#include "utils.h"

typedef struct linkspan_viewer {
  MimeViewer base; /* must be first: Claws Mail has pointers to it */
  GtkWidget *window, *text;
  GString* content; /* the text of the part that was received so far */
  uint64_t shown;   /* how many bytes of it are in the window */
} linkspan_viewer;

static linkspan_engine* engine = NULL;
static gulong hook = 0;

static void insert(linkspan_viewer* viewer, const char* bytes, gssize size, GtkTextTag* tag) {
  GtkTextBuffer* const buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(viewer->text));
  GtkTextIter at;
  char* const valid = g_utf8_make_valid(bytes, size);
  gtk_text_buffer_get_end_iter(buffer, &at);
  gtk_text_buffer_insert_with_tags(buffer, &at, valid, -1, tag, NULL);
  g_free(valid);
}

static void show_until(linkspan_viewer* viewer, uint64_t end, GtkTextTag* tag) {
  insert(viewer, viewer->content->str + viewer->shown, (gssize)(end - viewer->shown), tag);
  viewer->shown = end;
}

static int take_text(void* context, const char* utf8, size_t size) {
  g_string_append_len(((linkspan_viewer*)context)->content, utf8, (gssize)size);
  return 0;
}

/* The host that the link leads to, if it may differ from the visible one: it contains xn-- and the link has a
 * warning, or the warning is serious. Otherwise NULL. */
static char* destination_of(const linkspan_link* link) {
  const char* const at = strrchr(link->uri, '@'); /* in mailto:, the domain follows it */
  linkspan_parts parts;
  char *host = NULL, *shown = NULL;
  gboolean is_serious = FALSE;
  int bit;
  for (bit = 0; bit < 32; ++bit) {
    const uint32_t warning = link->warnings & (1u << bit);
    if (warning != 0 && linkspan_warning_is_serious((linkspan_warning)warning)) is_serious = TRUE;
  }
  if (linkspan_iri_parse(link->uri, link->uri_size, LINKSPAN_GRAMMAR_URI, &parts, NULL, NULL) != LINKSPAN_OK) return NULL;
  if (parts.host.begin != LINKSPAN_ABSENT) {
    host = g_strndup(link->uri + parts.host.begin, parts.host.end - parts.host.begin);
  } else if (at != NULL) {
    host = g_strndup(at + 1, strcspn(at + 1, "?"));
  }
  if (host != NULL && (is_serious || (link->warnings != 0 && strstr(host, "xn--") != NULL))) {
    shown = g_strdup_printf(" [%s%s]", is_serious ? "\342\232\240 " : "", host); /* U+26A0 */
  }
  g_free(host);
  return shown;
}

static int take_link(void* context, const linkspan_link* link) {
  linkspan_viewer* const viewer = context;
  GtkTextBuffer* const buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(viewer->text));
  char* const destination = destination_of(link);
  GtkTextTag* tag = NULL;
  if (linkspan_scheme_opens(link->uri, strcspn(link->uri, ":")) == LINKSPAN_OPENS_SAFELY) {
    tag = gtk_text_buffer_create_tag(buffer, NULL, "underline", PANGO_UNDERLINE_SINGLE, "foreground", "blue", NULL);
    g_object_set_data_full(G_OBJECT(tag), "uri", g_strdup(link->uri), g_free);
  }
  show_until(viewer, link->in_text.begin, NULL);
  show_until(viewer, link->in_text.end, tag);
  if (destination != NULL) {
    insert(viewer, destination, -1, gtk_text_buffer_create_tag(buffer, NULL, "weight", PANGO_WEIGHT_BOLD, NULL));
  }
  g_free(destination);
  return 0;
}

static void clear(MimeViewer* base) {
  linkspan_viewer* const viewer = (linkspan_viewer*)base;
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(viewer->text)), "", 0);
  g_string_truncate(viewer->content, 0);
  viewer->shown = 0;
}

static void show(MimeViewer* base, const gchar* file, MimeInfo* part) {
  linkspan_viewer* const viewer = (linkspan_viewer*)base;
  const char* const charset = procmime_mimeinfo_get_parameter(part, "charset");
  const char* const format = procmime_mimeinfo_get_parameter(part, "format");
  const char* const delsp = procmime_mimeinfo_get_parameter(part, "delsp");
  linkspan_document_options options;
  char* decoded = NULL;
  char* bytes = NULL;
  gsize size = 0;
  const int descriptor = g_file_open_tmp("claws-linkspan-XXXXXX", &decoded, NULL);
  (void)file;
  clear(base);
  if (descriptor < 0) return;
  g_close(descriptor, NULL);
  if (procmime_get_part(decoded, part) >= 0 && g_file_get_contents(decoded, &bytes, &size, NULL)) {
    linkspan_document_options_init(&options, sizeof(options));
    options.charset = charset != NULL ? charset : "auto";
    options.charset_fallback = "auto";
    if (format != NULL && g_ascii_strcasecmp(format, "flowed") == 0) {
      const gboolean drops_space = delsp != NULL && g_ascii_strcasecmp(delsp, "yes") == 0;
      options.flow = drops_space ? LINKSPAN_FLOW_FLOWED_DELSP : LINKSPAN_FLOW_FLOWED;
    }
    linkspan_linkify_text(engine, bytes, size, &options, take_link, take_text, viewer, NULL, NULL);
    show_until(viewer, viewer->content->len, NULL);
  }
  g_unlink(decoded);
  g_free(decoded);
  g_free(bytes);
}

static const char* uri_at(GtkTextView* text, int x, int y) {
  GtkTextIter at;
  GSList* tags;
  const char* uri;
  gtk_text_view_window_to_buffer_coords(text, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
  if (!gtk_text_view_get_iter_at_location(text, &at, x, y)) return NULL;
  tags = gtk_text_iter_get_tags(&at);
  uri = tags != NULL ? g_object_get_data(tags->data, "uri") : NULL;
  g_slist_free(tags);
  return uri;
}

static gboolean on_release(GtkTextView* text, GdkEventButton* event) {
  const char* const uri = uri_at(text, (int)event->x, (int)event->y);
  if (uri == NULL || event->button != 1) return FALSE;
  if (g_ascii_strncasecmp(uri, "mailto:", 7) == 0) {
    compose_new(NULL, uri + 7, NULL);
  } else {
    open_uri(uri, prefs_common_get_uri_cmd());
  }
  return FALSE;
}

static gboolean on_tooltip(GtkTextView* text, int x, int y, gboolean keyboard, GtkTooltip* tooltip) {
  const char* const uri = keyboard ? NULL : uri_at(text, x, y);
  gtk_tooltip_set_text(tooltip, uri);
  return uri != NULL;
}

static GtkWidget* get_widget(MimeViewer* base) { return ((linkspan_viewer*)base)->window; }

static gchar* get_selection(MimeViewer* base) {
  GtkTextBuffer* const buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(((linkspan_viewer*)base)->text));
  GtkTextIter begin, end;
  if (!gtk_text_buffer_get_selection_bounds(buffer, &begin, &end)) return NULL;
  return gtk_text_buffer_get_text(buffer, &begin, &end, FALSE);
}

static gboolean scroll_page(MimeViewer* base, gboolean up) {
  GtkAdjustment* const place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(((linkspan_viewer*)base)->window));
  const double before = gtk_adjustment_get_value(place);
  const double page = gtk_adjustment_get_page_size(place);
  gtk_adjustment_set_value(place, before + (up ? -page : page));
  return gtk_adjustment_get_value(place) != before;
}

static void scroll_one_line(MimeViewer* base, gboolean up) {
  GtkAdjustment* const place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(((linkspan_viewer*)base)->window));
  gtk_adjustment_set_value(place, gtk_adjustment_get_value(place) + (up ? -20 : 20));
}

static void destroy(MimeViewer* base) {
  linkspan_viewer* const viewer = (linkspan_viewer*)base;
  g_object_unref(viewer->window);
  g_string_free(viewer->content, TRUE);
  g_free(viewer);
}

static MimeViewer* create(void);

static gchar* content_types[] = {"text/plain", NULL};
static MimeViewerFactory factory = {content_types, 0, create};

static MimeViewer* create(void) {
  linkspan_viewer* const viewer = g_new0(linkspan_viewer, 1);
  viewer->base.factory = &factory;
  viewer->base.get_widget = get_widget;
  viewer->base.show_mimepart = show;
  viewer->base.clear_viewer = clear;
  viewer->base.destroy_viewer = destroy;
  viewer->base.get_selection = get_selection;
  viewer->base.scroll_page = scroll_page;
  viewer->base.scroll_one_line = scroll_one_line;
  viewer->content = g_string_new(NULL);
  viewer->text = gtk_text_view_new();
  viewer->window = gtk_scrolled_window_new(NULL, NULL);
  g_object_ref_sink(viewer->window);
  g_object_set(viewer->text, "editable", FALSE, "cursor-visible", FALSE, "wrap-mode", GTK_WRAP_WORD_CHAR,
               "has-tooltip", TRUE, "left-margin", 6, NULL);
  g_signal_connect(viewer->text, "button-release-event", G_CALLBACK(on_release), NULL);
  g_signal_connect(viewer->text, "query-tooltip", G_CALLBACK(on_tooltip), NULL);
  gtk_container_add(GTK_CONTAINER(viewer->window), viewer->text);
  gtk_widget_show_all(viewer->window);
  return &viewer->base;
}

/* Claws Mail shows a whole message itself and calls a viewer only for a selected part. So this selects the
 * first text part. */
static gboolean on_message_shown(gpointer source, gpointer data) {
  MessageView* const message = source;
  MimeInfo* part = message->mimeview != NULL ? message->mimeview->mimeinfo : NULL;
  (void)data;
  while (part != NULL && !(part->type == MIMETYPE_TEXT && g_strcmp0(part->subtype, "plain") == 0)) {
    part = procmime_mimeinfo_next(part);
  }
  if (part != NULL) mimeview_select_mimepart_icon(message->mimeview, part);
  return FALSE;
}

gint plugin_init(gchar** error) {
  if (!check_plugin_version(MAKE_NUMERIC_VERSION(4, 1, 0, 0), VERSION_NUMERIC, plugin_name(), error)) return -1;
  if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) {
    *error = g_strdup("linkspan could not be initialized");
    return -1;
  }
  mimeview_register_viewer_factory(&factory);
  hook = hooks_register_hook(MESSAGE_VIEW_SHOW_DONE_HOOKLIST, on_message_shown, NULL);
  return 0;
}

gboolean plugin_done(void) {
  hooks_unregister_hook(MESSAGE_VIEW_SHOW_DONE_HOOKLIST, hook);
  mimeview_unregister_viewer_factory(&factory);
  linkspan_engine_free(engine);
  return TRUE;
}

const gchar* plugin_name(void) { return "Links by linkspan"; }
const gchar* plugin_desc(void) {
  return "Shows text in any language with the links that linkspan finds, and their destinations.";
}
const gchar* plugin_type(void) { return "GTK3"; }
const gchar* plugin_licence(void) { return "Apache 2.0"; }
const gchar* plugin_version(void) { return linkspan_version(); }

struct PluginFeature* plugin_provides(void) {
  static struct PluginFeature features[] = {{PLUGIN_MIMEVIEWER, "text/plain"}, {PLUGIN_NOTHING, NULL}};
  return features;
}
